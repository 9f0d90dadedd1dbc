import type { Instrument } from '../cards/instrument.ts';
import type { ClearAcceptMerchant } from './merchants.ts';
import type { PaymentRequest, Transaction } from './payment-requests.ts';

const schemes: Readonly<Record<string, string>> = {
  VI: 'VISA',
  MC: 'MASTERCARD',
  MD: 'MAESTRO',
  AM: 'AMEX',
  DC: 'DINERS',
  DI: 'DISCOVER',
  JC: 'JCB',
};

/** Presents a payment request as the provider's API does at `now`. Fields without a value are left out. */
export function presentRequest(merchant: ClearAcceptMerchant, request: PaymentRequest, now: number): object {
  const { MerchantAccountId, Amount, Currency, Channel, Capture, ...rest } = request.order;
  const { typed, threeds } = request;
  const isConfirmed = request.confirmedAt !== undefined && now >= (request.visibleAt ?? 0);
  return {
    PaymentRequestId: request.id,
    PlatformId: merchant.platformId,
    MerchantId: merchant.merchantId,
    MerchantAccountId,
    Amount,
    Currency,
    Channel,
    Capture,
    ProcessorName: 'Sandbox',
    Status: isConfirmed ? 'confirmed' : typed ? 'pending_confirm' : 'missing_token',
    Token: (isConfirmed ? request.keptToken : undefined) ?? typed?.token ?? rest.PaymentMethod?.Token,
    CvvToken: typed?.cvvToken,
    CustomerInfo: rest.CustomerInfo,
    PlatformReferences: rest.PlatformReferences,
    MerchantReferences: rest.MerchantReferences,
    Threeds: isConfirmed || merchant.threeDs === 'beforeConfirm' ? threeds : undefined,
    Transactions: isConfirmed
      ? request.transactions.map((transaction) => presentTransaction(request, transaction, now))
      : [],
  };
}

/** Returns the status of a transaction at `now`. */
export function statusAt({ settlesAt = 0 }: PaymentRequest, { Status }: Transaction, now: number) {
  return Status === 'Approved' && now < settlesAt ? 'Pending' : Status;
}

function presentTransaction(request: PaymentRequest, transaction: Transaction, now: number): object {
  const { order, typed, threeds } = request;
  const status = statusAt(request, transaction, now);
  const voided = voidedOf(request);
  const isTaken = status === 'Approved' && order.Capture && voided === 0;
  return {
    ...transaction,
    ...(typed ? cardOf(typed.instrument) : {}),
    Token: typed?.token,
    Balance: isTaken ? transaction.Amount : 0,
    Voided: voided,
    Refunded: refundedOf(request),
    Captured: isTaken ? transaction.Amount : 0,
    Currency: order.Currency,
    Status: status,
    CvvMatch: 'Match',
    Channel: order.Channel,
    Threeds: threeds,
  };
}

/** Returns the refunded amount of a request, in minor units. */
export const refundedOf = ({ transactions }: PaymentRequest): number =>
  transactions.reduce(
    (sum, { Type, Amount, Status }) => (Type === 'Refund' && Status !== 'Declined' ? sum + Amount : sum),
    0,
  );

/** Returns the voided amount of a request, in minor units. */
export const voidedOf = ({ transactions }: PaymentRequest): number =>
  transactions.reduce((sum, { Type, Amount }) => (Type === 'Void' ? sum + Amount : sum), 0);

function cardOf({ cardBin, lastDigits, cardExpiry, cardType }: Instrument): object {
  return {
    PaymentMethod: 'Card',
    CardNumber: `${cardBin}******${lastDigits}`,
    ExpirationDate: `${String(cardExpiry.month).padStart(2, '0')}/${String(cardExpiry.year).slice(-2)}`,
    CardType: 'Credit',
    CardScheme: schemes[cardType] ?? 'OTHER',
  };
}
