/** The parts of quick-pay that others may use, beside its service. */
export { mailPayLink } from './mail-pay-link.service.ts';
export { findOrderKey, noteLinkAccept } from './order-keys.service.ts';
