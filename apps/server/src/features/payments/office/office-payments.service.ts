import type { TenantDb } from '../../../db/client.ts';
import { allocationsOf } from '../payment-orders.queries.ts';
import { findOfficePayment, siteOfOffice } from './office-payments.queries.ts';

export { siteOfOffice };

/** Finds a payment of the office by the marina's own reference. */
export const officePaymentByReference = findOfficePayment;

/** Returns the parts of a payment that are on orders, in the order in which they were put there. */
export const partsOfPayment = (db: TenantDb, tenantId: number, paymentId: number) =>
  allocationsOf(db, tenantId, [paymentId]);
