/** Reads a number from an address, such as an order's. Null if it can't be one. */
export function readRecordNumber(text: string): number | null {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= 2_147_483_647 ? number : null;
}
