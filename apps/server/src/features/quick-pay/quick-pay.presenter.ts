import { addressLines } from '@quayside/contract/account/address-lines.ts';
import type { ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import type { QuickPayAccount, QuickPayOrder } from '@quayside/contract/orders/quick-pay.ts';
import type { ReceiptMail } from '@quayside/contract/payments/receipts.ts';
import type { Order } from '@quayside/contract/orders/orders.ts';
import { initialsOf } from '../account/account.exports.ts';
import { maskEmail } from '../../lib/texts/mask-email.ts';
import type { QuickPayRow } from './quick-pay.queries.ts';

/** The details of the order beside its link. */
interface Shown {
  order: Omit<Order, 'payments'>;
  /** The guid by which the caller may read its agreement. */
  agreementGuid: string | null;
  declarationText: string | null;
  payment: ProcessedPayment | null;
  receiptMail: ReceiptMail | null;
  /** The marina's telephone number, if the site has none. */
  telephone: string;
}

/** Presents the order field by field: a link may be forwarded, so no personal data may be included by accident. */
export function presentQuickPayOrder(row: QuickPayRow, shown: Shown) {
  const { order, agreementGuid, declarationText, payment, receiptMail, telephone } = shown;
  return {
    id: order.id,
    guid: order.guid,
    orderType: order.orderType,
    description: order.description,
    boatName: order.boatName,
    createdOn: order.createdOn,
    taxPointDate: order.taxPointDate,
    paymentStatus: order.paymentStatus,
    orderSummary: { paymentStatus: order.paymentStatus },
    grossOrderCost: order.grossOrderCost,
    outstandingAmount: order.outstandingAmount,
    totalPaid: order.totalPaid,
    creditedAmount: order.creditedAmount,
    isoCurrencyCode: order.isoCurrencyCode,
    invoice: order.invoice,
    details: order.details,
    siteId: row.site_id,
    site: {
      name: row.site_name,
      address: addressLines(row.site_address).join('<br/>'),
      telephone: row.site_telephone || telephone,
    },
    account: presentQuickPayAccount(row),
    agreement: order.agreement && agreementGuid ? { ...order.agreement, guid: agreementGuid, declarationText } : null,
    hold: order.hold,
    payment,
    receiptMail,
  } satisfies QuickPayOrder;
}

function presentQuickPayAccount(row: QuickPayRow): QuickPayAccount {
  return {
    guid: row.account_guid,
    siteId: row.account_site_id,
    name: initialsOf(row),
    registeredForPortal: row.is_registered,
    hasContact: row.email !== '' || row.has_telephone,
    maskedEmail: row.email === '' ? null : maskEmail(row.email),
  };
}
