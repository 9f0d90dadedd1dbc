/** An address whose lines are separated by line-break tags. Whatever else stands in it is plain text. */
export function addressLines(address: string): string[] {
  return address
    .split(/<br\s*\/?>|\n/i)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
