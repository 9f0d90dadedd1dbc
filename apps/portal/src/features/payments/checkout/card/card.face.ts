/** The parts of paying by card that others may use. */
export { CardFields, HostedFieldBox, SlowFieldsNotice } from './card-fields.tsx';
export { type CardPaymentEnd, type CheckoutContext, type TypedOrKeptCard, payAttempt } from './card-payment.ts';
export { PayDialogs } from './pay-dialogs.tsx';
export { tokenizeCard } from './tokenize-card.ts';
export { useCardCheckout } from './use-card-checkout.ts';
export { useCardDriver } from './use-card-driver.ts';
export { type FieldStates, containerId, useHostedFields } from './use-hosted-fields.ts';
