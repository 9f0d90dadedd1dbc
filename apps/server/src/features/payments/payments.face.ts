/** The parts of payments that others may use, beside its service. */
export { alertMarina } from './alert-marina.ts';
export { charge, outcomeOf } from './charge.service.ts';
export { crashPoint } from './crash-points.ts';
export type { Engine } from './engine.ts';
export { cancel, reportFailure } from './give-up.service.ts';
export { isPayableAmount } from './largest-payment.ts';
export { limitAttempts, limitPaymentCalls, payerName } from './payment-limits.ts';
export { hasReceipt, isPaid, isWaiting } from './payment-states.ts';
export { paymentReference } from './payments.presenter.ts';
export { plainText } from './plain-text.ts';
export { presentProviders } from './providers.presenter.ts';
export {
  asAttempt,
  cardProviderOf,
  checkStoredProviders,
  findComponentProvider,
  findDomainAssociation,
  findVaultProvider,
  findWalletProvider,
  listBankOrigins,
  listProviderSettings,
  listScriptOrigins,
  listWalletOrigins,
  openUsableProviders,
  providerOf,
  saveProvider,
  whyNotOffered,
} from './providers.service.ts';
export { type PaymentRequest, refuseOtherAmount, startPayment } from './start-payment.service.ts';
