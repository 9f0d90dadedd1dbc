export {
  type LockedOrder,
  lockOrderWithPayments,
  freeFromOrder,
  PaymentCameMeanwhile,
} from './available/free-from-order.service.ts';
export { availableOfAccount, paymentsByName, putAvailableOnOrder } from './available/put-on-order.service.ts';
export { closePayment } from './office/close-payment.service.ts';
export { firstPaidOn, officeMethods } from './office/office-methods.types.ts';
export { officePaymentByReference, partsOfPayment, siteOfOffice } from './office/office-payments.service.ts';
export { recordOfficePayment } from './office/record-payment.service.ts';
export type { OfficePayment } from './office/record-payments.service.ts';
export { reverseOfficePayment } from './office/reverse-payment.service.ts';
export { watchStateChanges } from './apply-event.service.ts';
export { charge, outcomeOf } from './charge.service.ts';
export { refundPayment, type RefundRefusal } from './refunds/refund.service.ts';
export { crashPoint } from './crash-points.service.ts';
export type { Engine } from './engine.types.ts';
export { checkStoredProviders, findLastCheck, findSitesToProvide } from './check-providers.service.ts';
export { cancel, reportFailure } from './give-up.service.ts';
export { findLateMoney } from './late-money.service.ts';
export { isPayableAmount } from './largest-payment.rules.ts';
export { paymentCallLimits } from './payment-limits.service.ts';
export { pagePayments } from './payment-history.service.ts';
export {
  hasReceipt,
  isPaid,
  isWaiting,
  type PaymentState,
  paymentStates,
  settledStates,
} from './payment-states.rules.ts';
export { recordPaymentEvents } from './payment-events.service.ts';
export { type Movement, readMovements } from './movements.queries.ts';
export { paymentReference } from './payments.presenter.ts';
export { presentProviders } from './providers.presenter.ts';
export {
  asAttempt,
  cardProviderOf,
  findComponentProvider,
  findDomainAssociation,
  findVaultProvider,
  findWalletProvider,
  listBankOrigins,
  listProviderSettings,
  listScriptOrigins,
  listWalletOrigins,
  keepsCardsOf,
  openProvidersByKey,
  openProvidersFor,
  openUsableProviders,
  providerOf,
  saveProvider,
  whyNotOffered,
} from './providers.service.ts';
export { enqueueReceipt, showReceiptMail } from './receipt-mails.service.ts';
export { noteRefusal, refusalColumns } from './refusals.service.ts';
export { type PaymentRequest, refuseOtherAmount, startPayment } from './start-payment.service.ts';
