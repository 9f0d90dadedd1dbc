let isFirstPage = true;

/**
 * Checks if the router may scroll to where a page was left, or to its top. Not on the first page of a document once
 * the reader has scrolled it or is in one of its fields: the server's HTML can be read before the scripts come. The
 * router's own scrolling would also stop the browser's, for example in the text of an agreement.
 */
export function mayScroll(): boolean {
  const isReading = isFirstPage && (scrollY > 0 || document.activeElement !== document.body);
  isFirstPage = false;
  return !isReading;
}
