/** Encodes a 3-D Secure message as browsers carry it between bank and shop: base64url of JSON, without padding. */
export function encodeMessage(message: Readonly<Record<string, unknown>>): string {
  return Buffer.from(JSON.stringify(message)).toString('base64url');
}

/** Decodes a message; undefined if the text is none. */
export function decodeMessage(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
