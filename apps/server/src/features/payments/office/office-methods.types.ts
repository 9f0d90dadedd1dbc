/** The ways in which an office takes money. */
export const officeMethods = ['cash', 'cheque', 'bank-transfer', 'card-terminal', 'direct-debit'] as const;

/** Nobody records a payment of an earlier day. A year such as 1026 is a slip of the pen. */
export const firstPaidOn = '2000-01-01';
