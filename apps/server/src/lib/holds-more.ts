/** Tells if bytes hold a text more often than so many times. It stops there. */
export function holdsMore(bytes: Buffer, text: string, most: number): boolean {
  let found = 0;
  for (let at = bytes.indexOf(text); at >= 0 && found <= most; at = bytes.indexOf(text, at + text.length)) found += 1;
  return found > most;
}
