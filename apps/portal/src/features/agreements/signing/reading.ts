/** How far from its end a text may be and still count as read: zooming leaves fractions of pixels (decision C4.11). */
const nearEndPx = 4;

type Scrolled = Pick<Element, 'scrollTop' | 'clientHeight' | 'scrollHeight'>;

/** Whether a box shows the end of what is in it: scrolled there, or all of it fits. Not while it isn't drawn. */
export function showsEnd({ scrollTop, clientHeight, scrollHeight }: Scrolled): boolean {
  return clientHeight > 0 && scrollHeight - clientHeight - scrollTop <= nearEndPx;
}

/** Pictures that are still being decoded have no height yet: the text is longer than it seems. */
export const hasItsPictures = (box: Element): boolean =>
  Array.from(box.querySelectorAll('img')).every((picture) => picture.complete);
