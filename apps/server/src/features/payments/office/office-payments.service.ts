import { findOfficePayment, partsOfPayment, siteOfOffice } from './office-payments.queries.ts';

export { partsOfPayment, siteOfOffice };

/** Finds a payment of the office by the marina's own reference. */
export const officePaymentByReference = findOfficePayment;
