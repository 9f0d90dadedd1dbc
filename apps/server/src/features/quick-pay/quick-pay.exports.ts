export { mailPayLink } from './mail-pay-link.service.ts';
export { findOrderKey, noteLinkAccept } from './order-keys.service.ts';
export { findDeadAgreement } from './quick-pay.queries.ts';
