export {
  type LockedOrder,
  lockOrderWithPayments,
  freeFromOrder,
  PaymentCameMeanwhile,
} from './available/free-from-order.service.ts';
export { availableOfAccount, paymentsByName, putAvailableOnOrder } from './available/put-on-order.service.ts';
export {
  describeOpenPayments,
  describePayment,
  describePaymentsOfOrder,
} from './lookup/payment-lookup.service.ts';
export { paymentsByProviderId } from './lookup/payment-lookup.queries.ts';
export { closePayment } from './office/close-payment.service.ts';
export { firstPaidOn, officeMethods } from './office/office-methods.types.ts';
export { findOfficePayment, partsOfPayment, siteOfOffice } from './office/office-payments.queries.ts';
export { recordOfficePayment } from './office/record-payment.service.ts';
export type { OfficePayment } from './office/record-payments.service.ts';
export { reverseOfficePayment } from './office/reverse-payment.service.ts';
export { watchStateChanges } from './engine/apply-event.service.ts';
export { charge, outcomeOf } from './engine/charge.service.ts';
export { refundPayment, type RefundRefusal } from './refunds/refund.service.ts';
export { crashPoint } from './engine/crash-points.service.ts';
export type { Engine } from './engine/engine.types.ts';
export { checkStoredProviders, findLastCheck, findSitesToProvide } from './providers/check-providers.service.ts';
export { cancelAttempt, reportFailure } from './engine/give-up.service.ts';
export { findLateMoney } from './engine/late-money.service.ts';
export { isPayableAmount } from './engine/largest-payment.rules.ts';
export { paymentCallLimits } from './engine/payment-limits.service.ts';
export { pagePayments } from './history/payment-history.service.ts';
export {
  hasReceipt,
  isPaid,
  isWaiting,
  type PaymentState,
  paymentStates,
  settledStates,
} from './payment-states.rules.ts';
export { recordPaymentEvents } from './resources/payment-events.service.ts';
export { type Movement, readMovements } from './resources/movements.queries.ts';
export { paymentReference } from './payments.presenter.ts';
export { presentProviders } from './providers/providers.presenter.ts';
export {
  asAttempt,
  cardProviderOf,
  findComponentProvider,
  findDomainAssociation,
  findVaultProvider,
  findWalletProvider,
  listBankOrigins,
  listScriptOrigins,
  listWalletOrigins,
  keepsCardsOf,
  openProvidersByKey,
  openProvidersFor,
  openUsableProviders,
  providerOf,
  saveProvider,
  whyNotOffered,
} from './providers/providers.service.ts';
export { listProviderSettings } from './providers/providers.queries.ts';
export { enqueueReceipt, showReceiptMail } from './mails/receipt-mails.service.ts';
export { noteRefusal, refusalColumns } from './engine/refusals.service.ts';
export { type PaymentRequest, refuseOtherAmount, startPayment } from './engine/start-payment.service.ts';
