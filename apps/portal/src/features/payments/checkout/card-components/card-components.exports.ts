/** The parts of paying by a provider's card components that others may use. */
export { type ComponentChoice, type TypedCard, useComponentCheckout } from './use-component-checkout.ts';
