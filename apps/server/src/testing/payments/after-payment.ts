import type { SandboxProcess } from '../processes/sandbox-process.ts';
import { control, readBooks, type TestMerchant } from './card-payments.ts';
import type { PageMerchant } from './page-payments.ts';

type Sandbox = Pick<SandboxProcess, 'url'>;

/** Calls the card provider's API as the marina's own back office does. */
async function callPaysafe(
  { url }: Sandbox,
  { accountId, settings }: TestMerchant,
  method: 'POST' | 'PUT',
  path: string,
  body: object,
): Promise<void> {
  const key = Buffer.from(`${String(settings.serverKey)}:${String(settings.serverSecret)}`).toString('base64');
  const response = await fetch(`${url}/cardpayments/v1/accounts/${accountId}/${path}`, {
    method,
    headers: { authorization: `Basic ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`sandbox: ${path}: ${response.status} ${await response.text()}`);
}

const chargeOf = async ({ url }: Sandbox, merchant: TestMerchant, reference: string) => {
  const { auths } = await readBooks(url, merchant);
  return auths.find(({ merchantRefNum }) => merchantRefNum === reference)?.id ?? '';
};

/** Refunds a card payment, or a part of it, two days later: its settlement takes one day. */
export async function refundCard(
  sandbox: Sandbox,
  merchant: TestMerchant,
  reference: string,
  amount: number,
): Promise<void> {
  await control(sandbox.url, 'POST', 'clock', { offsetMs: 2 * 86_400_000, accountId: merchant.accountId });
  const path = `settlements/${await chargeOf(sandbox, merchant, reference)}/refunds`;
  await callPaysafe(sandbox, merchant, 'POST', path, { merchantRefNum: `${reference}-${amount}`, amount });
  await control(sandbox.url, 'POST', 'clock', { offsetMs: 0, accountId: merchant.accountId });
}

/** Cancels the settlement of a card payment. */
export async function cancelSettlement(sandbox: Sandbox, merchant: TestMerchant, reference: string): Promise<void> {
  const path = `settlements/${await chargeOf(sandbox, merchant, reference)}`;
  await callPaysafe(sandbox, merchant, 'PUT', path, { status: 'CANCELLED' });
}

/** Cancels a refund of a card payment that the provider has not batched yet. */
export const cancelRefund = (sandbox: Sandbox, merchant: TestMerchant, refundId: string): Promise<void> =>
  callPaysafe(sandbox, merchant, 'PUT', `refunds/${refundId}`, { status: 'CANCELLED' });

/** Releases the payments of a merchant that the provider's risk department holds. */
export async function releaseHeld(url: string, merchant: TestMerchant): Promise<void> {
  const { auths } = await readBooks(url, merchant);
  for (const { id } of auths.filter(({ status }) => status === 'HELD'))
    await callPaysafe({ url }, merchant, 'PUT', `auths/${id}`, { status: 'COMPLETED' });
}

/** Refunds a payment at the redirect provider, as the marina does there. */
export const refundOnPage = ({ url }: Sandbox, { accountId }: PageMerchant, reference: string, amount: number) =>
  control(url, 'POST', 'redirect/refund', { merchantId: accountId, reference, amount });

/** Decides a payment at the redirect provider. */
export const decideOnPage = (
  { url }: Sandbox,
  { accountId }: Pick<PageMerchant, 'accountId'>,
  reference: string,
  status: 'success' | 'pending' | 'failed' | 'disputed' | 'reversed',
) => control(url, 'POST', 'redirect/outcome', { merchantId: accountId, reference, status });

/** Refunds a payment at PayPal, as the marina does there. @param value default: all that is left */
export const refundAtPaypal = ({ url }: Sandbox, orderId: string | null, value?: string) =>
  control(url, 'POST', 'paypal/refund', { orderId, ...(value === undefined ? {} : { value }) });

/** Fails a refund at PayPal after it was made, as a bank does that can't reach the payer. No event tells of it. */
export const failRefundAtPaypal = ({ url }: Sandbox, orderId: string | null, refundId: string | null) =>
  control(url, 'POST', 'paypal/fail-refund', { orderId, refundId });

interface PaypalDispute {
  status: 'OPEN' | 'UNDER_REVIEW' | 'WAITING_FOR_SELLER_RESPONSE' | 'RESOLVED';
  outcome?:
    | 'RESOLVED_BUYER_FAVOUR'
    | 'RESOLVED_SELLER_FAVOUR'
    | 'RESOLVED_WITH_PAYOUT'
    | 'ACCEPTED'
    | 'CANCELED_BY_BUYER'
    | 'DENIED'
    | 'NONE';
  /** The amount that the payer claims, in major units. Default: all of the capture. */
  value?: string;
  /** The amount that the payer gets. Default: the amount that they claim. */
  refunded?: string;
  /** True for another dispute than the one before. */
  another?: boolean;
  /** The fields that the dispute's details leave out. */
  hides?: readonly ('amount_refunded' | 'money_movements')[];
  /** True if the refund of an earlier reversal stays when the decision changes. */
  keepsReversal?: boolean;
}

/** Opens a payer's dispute at PayPal, or lets PayPal decide it. */
export const disputeAtPaypal = ({ url }: Sandbox, orderId: string | null, dispute: PaypalDispute) =>
  control(url, 'POST', 'paypal/dispute', { orderId, ...dispute });

/** Reverses a part of a payment at PayPal without a dispute, as a payer's bank does. @param value in major units */
export const reverseAtPaypal = ({ url }: Sandbox, orderId: string | null, value: string, afterSeconds = 0) =>
  control(url, 'POST', 'paypal/reverse', { orderId, value, afterSeconds });
