/** The codes of refused calls whose texts say by themselves that nothing was charged, so that nobody is told twice. */
const codes: ReadonlySet<string> = new Set([
  'PAYMENT_STATE',
  'PROVIDER_UNAVAILABLE',
  'PAYMENT_PAGE_UNAVAILABLE',
  'PAYMENT_TOO_LARGE',
  'TOO_MANY_PAYMENTS',
  'ORDER_NOT_PAYABLE',
]);

export const saysNothingCharged = (code: string | undefined): boolean => codes.has(code ?? '');
