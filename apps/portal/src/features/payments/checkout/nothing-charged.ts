/** The codes whose texts already tell that nothing was charged, so that the page does not repeat it. */
const codes: ReadonlySet<string> = new Set([
  'PAYMENT_STATE',
  'PROVIDER_UNAVAILABLE',
  'PAYMENT_PAGE_UNAVAILABLE',
  'PAYMENT_TOO_LARGE',
  'PAYMENT_TOO_PRECISE',
  'PARTIAL_AMOUNT_TOO_SMALL',
  'TOO_MANY_PAYMENTS',
  'ORDER_NOT_PAYABLE',
  'CARD_NOT_STORED',
  'CARD_EXPIRED',
  'ADDRESS_NOT_STORED',
]);

/** Tells if the text of a code says already that nothing was charged. */
export const saysNothingCharged = (code: string | undefined): boolean => codes.has(code ?? '');
