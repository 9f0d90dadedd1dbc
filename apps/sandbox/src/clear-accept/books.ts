import type { Sandbox } from '../sandbox.ts';
import type { ClearAcceptMerchant } from './merchants.ts';
import { listRequests } from './payment-requests.ts';
import { presentRequest, refundedOf, statusAt, voidedOf } from './presenter.ts';

/** Returns everything that the second card provider knows about one merchant account. */
export function readClearAcceptBooks(sandbox: Sandbox, merchant: ClearAcceptMerchant): object {
  const now = sandbox.clock.now(merchant.merchantAccountId);
  const requests = listRequests(sandbox.database, merchant.merchantAccountId);
  const paid = requests.flatMap((request) =>
    request.transactions
      .filter((each) => each.Type === 'Authorisation' && statusAt(request, each, now) === 'Approved')
      .filter(() => voidedOf(request) === 0)
      .map((each) => ({
        id: each.TransactionId,
        paymentRequestId: request.id,
        transactionReference: request.order.PlatformReferences?.TransactionReference ?? null,
        amount: each.Amount,
      })),
  );
  const refunded = requests.reduce((sum, request) => sum + refundedOf(request), 0);
  return {
    merchantAccountId: merchant.merchantAccountId,
    currency: merchant.currency,
    charged: paid.reduce((sum, { amount }) => sum + amount, 0) - refunded,
    paid,
    // Shown as the API shows them when nothing is hidden any more.
    requests: requests.map((request) => presentRequest(merchant, { ...request, visibleAt: 0 }, now)),
  };
}
