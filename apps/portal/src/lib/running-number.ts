/** A running number of an address, such as an order's; null for what can be none. */
export function readRunningNumber(text: string): number | null {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= 2_147_483_647 ? number : null;
}
