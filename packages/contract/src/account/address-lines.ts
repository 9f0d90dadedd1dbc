/**
 * Returns the lines of a site's address as its office wrote it. Line-break tags or line breaks separate them.
 * Everything else in it is plain text.
 */
export function addressLines(address: string): string[] {
  return address
    .split(/<br\b[^>]*>|\r?\n/i)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
