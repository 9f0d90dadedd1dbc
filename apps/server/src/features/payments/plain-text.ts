/** As long as a card's number, however it is grouped. */
const cardNumber = /\d(?:[ .-]?\d){11,18}/g;

/**
 * Somebody else's text as plain text of one line: no markup, no control characters, nothing that may be a card's
 * number, not long (decision P2.37).
 * @returns null where nothing is left
 */
export function plainText(text: string | null, length = 300): string | null {
  const plain = (text ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[<>]/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(cardNumber, '****')
    .trim()
    .slice(0, length);
  return plain === '' ? null : plain;
}
