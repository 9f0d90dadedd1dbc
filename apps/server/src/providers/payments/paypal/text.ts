const encoder = new TextEncoder();

/**
 * Returns the beginning of a text that fits one of PayPal's limits. DANGER: PayPal counts them in ASCII characters, so
 * "é" takes two and an emoji four. It refuses the whole order if a text is longer. No character is halved.
 */
export function cutToBytes(text: string, most: number): string {
  const { read } = encoder.encodeInto(text, new Uint8Array(most));
  return text.slice(0, read);
}
