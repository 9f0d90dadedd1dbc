import { randomUUID } from 'node:crypto';
import { type DeclineCode, outcomeOfAmount } from '../cards/test-amounts.ts';
import { keepCard } from './kept-cards.ts';
import type { ClearAcceptCall } from './operation.ts';
import type { PaymentRequest, Transaction, Typed } from './payment-requests.ts';

/** The texts of refused amounts. Both card providers use the sandbox's table of amounts. */
const reasons: Partial<Record<DeclineCode, string>> = {
  '3007': 'Address check failed',
  '3009': 'Declined by issuer',
  '3015': 'Call the issuer',
  '3022': 'Insufficient funds',
  '3023': 'Exceeds limits of use',
  '3024': 'Not permitted for this card',
  '3060': 'Strong customer authentication needed',
  '4001': 'Card is blocked',
  '4002': 'Risk rules',
};

interface Executed {
  request: PaymentRequest;
  /** The time that the clearing house takes to answer, in milliseconds. */
  takesMs: number;
  dropped: boolean;
}

/** Takes the money or declines: first the authentication decides, then the amount. */
export function execute(call: ClearAcceptCall, request: PaymentRequest & { typed: Typed }, persist: boolean): Executed {
  const status = request.threeds?.ThreedsStatus;
  const isAuthenticated = status === 'Y' || status === 'A';
  const outcome = outcomeOfAmount(request.order.Amount, isAuthenticated);
  const isEnforced = call.merchant.threeDs !== 'notEnforced';
  const refusal =
    isEnforced && !isAuthenticated
      ? { DeclinedBy: 'Threeds', DeclineReason: 'Cardholder not authenticated' }
      : outcome.declinedWith && { DeclinedBy: 'Issuer', DeclineReason: reasons[outcome.declinedWith] ?? 'Declined' };
  const taken: Transaction = {
    TransactionId: `tx_${randomUUID()}`,
    ReferenceId: `ref_${randomUUID()}`,
    Type: 'Authorisation',
    Amount: request.order.Amount,
    Status: refusal ? 'Declined' : outcome.held ? 'Pending' : 'Approved',
    ...refusal,
  };
  const hiddenMs = Math.max(call.invisibleMs, outcome.invisibleMs ?? 0);
  const takesMs = outcome.takesMs ?? 0;
  return {
    takesMs,
    dropped: outcome.dropped ?? false,
    request: {
      ...request,
      confirmedAt: call.now,
      visibleAt: call.now + hiddenMs,
      settlesAt: call.now + takesMs,
      transactions: [taken],
      ...(persist && taken.Status === 'Approved' ? { keptToken: keep(call, request) } : {}),
    },
  };
}

function keep(call: ClearAcceptCall, { id, order, typed, merchantAccountId }: PaymentRequest & { typed: Typed }) {
  const customerReference = order.PlatformReferences?.CustomerReference ?? id;
  return keepCard(call.sandbox.database, { merchantAccountId, customerReference }, typed.instrument);
}
