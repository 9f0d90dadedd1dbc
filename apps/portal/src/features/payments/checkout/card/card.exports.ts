/** The parts of paying by card that others may use. */
export { CardFields, HostedFieldBox, SlowFieldsNotice } from './card-fields.tsx';
export { type CardPaymentEnd, type CheckoutContext, payAttempt, type TypedOrStoredCard } from './card-payment.ts';
export { PayDialogs } from './pay-dialogs.tsx';
export { tokenizeCard, useCardDriver } from './use-card-driver.ts';
export { useCardCheckout } from './use-card-checkout.ts';
export { containerId, type FieldStates, followFrames, useHostedFields } from './use-hosted-fields.ts';
