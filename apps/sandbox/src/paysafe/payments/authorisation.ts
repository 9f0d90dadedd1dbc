import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { BillingAddress } from '../../cards/schemas.ts';
import { decimalOf, decimalPlacesOf } from '../../http/money.ts';
import { type Answer, type Call, readBody } from '../operation.ts';
import { errorObject, fieldError, ProviderError } from '../provider-error.ts';
import {
  Amount,
  CarriedAuthentication,
  MerchantDescriptor,
  MerchantRefNum,
  PayerProfile,
  PaymentCard,
  StoredCredential,
} from '../schemas.ts';
import { type AmountOutcome, outcomeOfAmount } from '../../cards/test-amounts.ts';
import { checkCarried } from '../threeds/carried-authentication.ts';
import { spendOnPayment } from '../vault/single-use-tokens.ts';
import { presentPaymentCard, type ResolvedCard, resolveCard } from './payment-card.ts';
import { hrefOf, presentRecord, riskReasons } from './payment-presenter.ts';
import { insertRecord, isReferenceTaken, type PaymentRecord } from './payment-records.ts';
import { processedAmount } from './processed-amount.ts';
import { refuseDuplicate } from './refusals.ts';

const Authorisation = z
  .strictObject({
    merchantRefNum: MerchantRefNum,
    amount: Amount,
    settleWithAuth: z.boolean().default(false),
    dupCheck: z.boolean().default(true),
    preAuth: z.boolean().optional(),
    card: PaymentCard,
    authentication: CarriedAuthentication.optional(),
    profile: PayerProfile.optional(),
    billingDetails: BillingAddress.optional(),
    customerIp: z.union([z.ipv4(), z.ipv6()]).optional(),
    description: z.string().max(255).optional(),
    merchantDescriptor: MerchantDescriptor.optional(),
    keywords: z.array(z.string().max(255)).max(20).optional(),
    recurring: z.enum(['INITIAL', 'RECURRING']).optional(),
    storedCredential: StoredCredential.optional(),
  })
  .refine((body) => body.recurring === undefined || body.storedCredential === undefined, {
    path: ['recurring'],
    message: 'Not allowed beside storedCredential',
  });
type Authorisation = z.output<typeof Authorisation>;

/** Authorises a payment, takes it if `settleWithAuth` is set, and books the result. */
export function authorise(call: Call): Answer {
  const authorisation = readBody(Authorisation, call);
  const body = { ...authorisation, amount: processedAmount(call, authorisation.amount) };
  const { database } = call.sandbox;
  const { accountId } = call.account;
  if (body.dupCheck && isReferenceTaken(database, 'auths', accountId, body.merchantRefNum, call.now)) {
    return refuseDuplicate(call, 'auths.create', body.merchantRefNum);
  }
  const card = resolveCard(call, body.card);
  requireSecurityCode(body, card);
  refuseMoreThanAgreed(call, body, card);
  if (card.singleUseToken !== undefined) {
    spendOnPayment(database, card.singleUseToken, call.now);
  }
  const result = body.authentication?.threeDResult;
  const outcome = outcomeOfAmount(body.amount, result === 'Y' || result === 'A');
  const auth = bookAuth(call, body, card, outcome);
  if (outcome.declinedWith !== undefined) return declined(call, auth, outcome);
  const settlement = auth.status === 'HELD' || !body.settleWithAuth ? undefined : bookSettlement(call, auth);
  return approved(call, auth, settlement, outcome);
}

/** Books the settlement of an auth that takes the money at once: same id, same reference. */
export function bookSettlement(call: Call, auth: PaymentRecord): PaymentRecord {
  return insertRecord(call.sandbox.database, {
    kind: 'settlements',
    id: auth.id,
    parentId: auth.id,
    accountId: auth.accountId,
    merchantRefNum: auth.merchantRefNum,
    txnAt: call.now,
    visibleAt: auth.visibleAt,
    completesAt: auth.completesAt,
    status: 'PENDING',
    amount: auth.amount,
    remaining: auth.amount,
    details: {},
  });
}

/**
 * Requires the security code of a stored card, unless the merchant may charge it without. Requires it also of a card
 * that is stored from this payment on.
 */
function requireSecurityCode({ recurring, storedCredential, card: { cvv } }: Authorisation, card: ResolvedCard): void {
  if (cvv !== undefined || card.instrument.hasSecurityCode || card.instrument.wallet) return;
  const agreed = recurring === 'RECURRING' || storedCredential?.occurrence === 'SUBSEQUENT';
  if (card.origin === 'vault' && !agreed) throw fieldError('card.cvv', 'Required with a stored card');
  if (storedCredential?.occurrence === 'INITIAL') throw fieldError('card.cvv', 'Required with the occurrence INITIAL');
}

/** Limits a wallet's card: it pays once, and only the amount that the wallet bound it to, if any. */
function refuseMoreThanAgreed(call: Call, body: Authorisation, { instrument: { wallet } }: ResolvedCard): void {
  if (wallet === undefined) return;
  if (body.storedCredential !== undefined) throw fieldError('storedCredential', 'Not allowed with a wallet');
  const { shown } = wallet;
  // In test mode the sheet is in dollars for every account. So only the number is compared, to its decimals.
  const amount = Number(decimalOf(body.amount, call.account.currency));
  if (shown && Math.round(amount * 10 ** decimalPlacesOf(shown.currency)) !== shown.amountMinor) {
    throw fieldError('amount', 'Not the amount that the wallet was shown');
  }
}

const defaultCredential = { type: 'ADHOC', occurrence: 'INITIAL' };

function bookAuth(call: Call, body: Authorisation, card: ResolvedCard, outcome: AmountOutcome): PaymentRecord {
  const { instrument } = card;
  const isDeclined = outcome.declinedWith !== undefined;
  const securityCodeGiven = body.card.cvv !== undefined || instrument.hasSecurityCode;
  return insertRecord(call.sandbox.database, {
    kind: 'auths',
    accountId: call.account.accountId,
    merchantRefNum: body.merchantRefNum,
    txnAt: call.now,
    visibleAt: call.now + Math.max(call.invisibleMs, outcome.invisibleMs ?? 0),
    completesAt: call.now + (outcome.takesMs ?? 0),
    status: isDeclined ? 'FAILED' : outcome.held ? 'HELD' : 'COMPLETED',
    amount: body.amount,
    remaining: isDeclined || body.settleWithAuth ? 0 : body.amount,
    httpStatus: isDeclined ? new ProviderError(outcome.declinedWith ?? '1007').status : 200,
    errorCode: outcome.declinedWith ?? null,
    details: {
      settleWithAuth: body.settleWithAuth,
      card: presentPaymentCard(instrument),
      ...(isDeclined ? {} : { authCode: String(randomInt(100_000, 1_000_000)) }),
      profile: body.profile,
      billingDetails: body.billingDetails,
      customerIp: body.customerIp,
      description: body.description,
      merchantDescriptor: body.merchantDescriptor,
      keywords: body.keywords,
      ...(instrument.cardType === 'VI' ? { visaAdditionalAuthData: {} } : {}),
      currencyCode: call.account.currency,
      avsResponse: body.billingDetails === undefined ? 'NOT_PROCESSED' : 'MATCH',
      cvvVerification: securityCodeGiven ? 'MATCH' : 'NOT_PROCESSED',
      authentication: body.authentication,
      // The wallets' cards are never stored. For others the provider fills in what the merchant leaves out.
      ...(instrument.wallet ? {} : { storedCredential: body.storedCredential ?? defaultCredential }),
      books: {
        paymentToken: body.card.paymentToken,
        sentCredential: body.storedCredential ?? null,
        origin: card.origin,
        authenticationCheck: checkCarried(call, body.authentication, instrument.fingerprint, body.amount),
      },
    },
  });
}

function approved(
  call: Call,
  auth: PaymentRecord,
  settlement: PaymentRecord | undefined,
  outcome: AmountOutcome,
): Answer {
  const { storedCredential: _, ...body } = presentRecord(call.sandbox, auth, call.now);
  const settlements =
    settlement === undefined ? {} : { settlements: [presentRecord(call.sandbox, settlement, call.now)] };
  return {
    status: 200,
    body: { ...body, ...settlements },
    takesMs: outcome.takesMs ?? 0,
    dropped: outcome.dropped ?? false,
  };
}

function declined(call: Call, auth: PaymentRecord, outcome: AmountOutcome): Answer {
  const error = new ProviderError(outcome.declinedWith ?? '1007');
  return {
    status: error.status,
    errorCode: error.code,
    takesMs: outcome.takesMs ?? 0,
    body: {
      links: [{ rel: 'self', href: hrefOf(call.sandbox, auth.accountId, 'auths', auth.id) }],
      id: auth.id,
      merchantRefNum: auth.merchantRefNum,
      error: errorObject(call.sandbox.origins.provider, error),
      riskReasonCode: riskReasons,
      settleWithAuth: auth.details['settleWithAuth'],
    },
  };
}
