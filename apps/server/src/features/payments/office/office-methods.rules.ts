/** The ways in which an office takes money. */
export const officeMethods = ['cash', 'cheque', 'bank-transfer', 'card-terminal', 'direct-debit'] as const;
