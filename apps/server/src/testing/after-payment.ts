import { control, readBooks, type TestMerchant } from './card-payments.ts';
import type { PageMerchant } from './page-payments.ts';
import type { SandboxProcess } from './sandbox-process.ts';

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

/** Gives a card payment back, or a part of it: two days later, because its settlement takes one. */
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

/** The settlement of a card payment comes to nothing. */
export async function cancelSettlement(sandbox: Sandbox, merchant: TestMerchant, reference: string): Promise<void> {
  const path = `settlements/${await chargeOf(sandbox, merchant, reference)}`;
  await callPaysafe(sandbox, merchant, 'PUT', path, { status: 'CANCELLED' });
}

/** The provider lets go of what its risk department has held of a merchant. */
export async function releaseHeld(url: string, merchant: TestMerchant): Promise<void> {
  const { auths } = await readBooks(url, merchant);
  for (const { id } of auths.filter(({ status }) => status === 'HELD'))
    await callPaysafe({ url }, merchant, 'PUT', `auths/${id}`, { status: 'COMPLETED' });
}

/** What the marina does at the redirect provider. */
export const refundOnPage = ({ url }: Sandbox, { accountId }: PageMerchant, reference: string, amount: number) =>
  control(url, 'POST', 'redirect/refund', { merchantId: accountId, reference, amount });

/** What becomes of a payment at the redirect provider. */
export const decideOnPage = (
  { url }: Sandbox,
  { accountId }: PageMerchant,
  reference: string,
  status: 'success' | 'pending' | 'failed' | 'disputed' | 'reversed',
) => control(url, 'POST', 'redirect/outcome', { merchantId: accountId, reference, status });

/** What the marina does at PayPal. @param value all that is left, unless said */
export const refundAtPaypal = ({ url }: Sandbox, orderId: string | null, value?: string) =>
  control(url, 'POST', 'paypal/refund', { orderId, ...(value === undefined ? {} : { value }) });

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
  /** What the payer wants back, in major units; all of the capture, unless said. */
  value?: string;
  /** What the payer gets; what they want, unless said. */
  refunded?: string;
  /** Another dispute than the one before. */
  another?: boolean;
  /** What its details leave out. */
  hides?: readonly ('amount_refunded' | 'money_movements')[];
}

/** What a payer says at PayPal, and what PayPal decides. */
export const disputeAtPaypal = ({ url }: Sandbox, orderId: string | null, dispute: PaypalDispute) =>
  control(url, 'POST', 'paypal/dispute', { orderId, ...dispute });
