/**
 * The lines of a site's address, as its office wrote it: separated by line-break tags or line breaks. Whatever else
 * stands in it is plain text.
 */
export function addressLines(address: string): string[] {
  return address
    .split(/<br\s*\/?>|\r?\n/i)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
