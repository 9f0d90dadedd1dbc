import type { AgreementToSign } from '@quayside/contract/agreements/agreement-signing.ts';

/** The distance from the end at which a text counts as read. Zooming leaves fractions of pixels (decision C4.11). */
const nearEndPx = 4;

type Scrolled = Pick<Element, 'scrollTop' | 'clientHeight' | 'scrollHeight'>;

/**
 * Checks if a box shows the end of its content: it is scrolled there, or all of it fits. False while it has no
 * height.
 */
export function showsEnd({ scrollTop, clientHeight, scrollHeight }: Scrolled): boolean {
  return clientHeight > 0 && scrollHeight - clientHeight - scrollTop <= nearEndPx;
}

/** Checks that all pictures are decoded. Until then they have no height, and the text is longer than it seems. */
export const hasItsPictures = (box: Element): boolean =>
  Array.from(box.querySelectorAll('img')).every((picture) => picture.complete);

/** Checks if there is something to read before signing: a text, or a PDF in place of it. */
export const hasToRead = ({ declarationText, fileReferences }: AgreementToSign): boolean =>
  Boolean(declarationText) || fileReferences.length > 0;
