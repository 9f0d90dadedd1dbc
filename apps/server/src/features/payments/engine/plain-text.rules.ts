/** Matches digits as long as a card's number, however they are grouped. */
const cardNumber = /\d(?:[ .-]?\d){11,18}/g;

/**
 * Turns another party's text into one line of plain text: no markup, no control characters, nothing like a card's
 * number, and not long (decision P2.37).
 * @returns null if nothing is left
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
