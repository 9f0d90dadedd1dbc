import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sandbox } from '../../sandbox.ts';
import { decimalPlacesOf } from '../../http/money.ts';
import { findWalletCard, walletCardExpiry, walletOwner } from '../wallet-cards.ts';
import { numberOf } from '../../cards/wallet-tokens/apple-currencies.ts';
import { isGoodSession, MerchantSession } from './merchant-session.ts';
import { sealForProcessor } from '../../cards/wallet-tokens/apple-token.ts';

/** The request with which a page opens the sheet. */
const SheetRequest = z
  .strictObject({
    countryCode: z.string().regex(/^[A-Z]{2}$/),
    currencyCode: z.string().refine((code) => numberOf(code) !== undefined, 'Unknown currency'),
    supportedNetworks: z.array(z.enum(['visa', 'masterCard', 'amex', 'discover', 'interac', 'jcb'])).min(1),
    merchantCapabilities: z
      .array(z.enum(['supports3DS', 'supportsCredit', 'supportsDebit']))
      .refine((capabilities) => capabilities.includes('supports3DS'), 'supports3DS is required'),
    requiredBillingContactFields: z.array(z.enum(['postalAddress', 'name', 'phone', 'email'])).optional(),
    total: z.strictObject({
      label: z.string().min(1),
      amount: z.string().regex(/^\d+(\.\d{1,3})?$/),
      type: z.enum(['final', 'pending']).optional(),
    }),
  })
  .refine(({ currencyCode, total: { amount } }) => decimalsOf(amount) <= decimalPlacesOf(currencyCode), {
    path: ['total', 'amount'],
    message: 'More decimals than the currency has',
  });
type SheetRequest = z.output<typeof SheetRequest>;

const Validation = z.strictObject({ session: MerchantSession, host: z.string().max(300) });
const Payment = z.strictObject({ request: SheetRequest, session: MerchantSession, cardId: z.string().max(40) });

/** Adds the calls that Apple's sheet makes to Apple. */
export function routeApplePay(app: FastifyInstance, sandbox: Sandbox): void {
  const spent = new Set<string>();

  app.post('/apple-pay/validation', (request, reply) => {
    const parsed = Validation.safeParse(request.body);
    const isGood = parsed.success && isGoodSession(sandbox, parsed.data.session, parsed.data.host);
    if (!isGood || spent.has(parsed.data.session.nonce)) return reply.code(403).send({ message: 'Not a good session' });
    spent.add(parsed.data.session.nonce);
    return reply.send({ displayName: parsed.data.session.displayName });
  });

  app.post('/apple-pay/payment', (request, reply) => {
    const parsed = Payment.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) });
    const { request: asked, session, cardId } = parsed.data;
    const card = findWalletCard(cardId);
    if (!card?.isOnDevice || !isGoodSession(sandbox, session, session.domainName))
      return reply.code(400).send({ message: 'No such card' });
    return reply.send(payment(sandbox, asked, card));
  });
}

/** Returns the page's result: the card's name, and a token that only the processor can open. */
function payment(
  { secrets }: Sandbox,
  { total, currencyCode, requiredBillingContactFields = [] }: SheetRequest,
  card: NonNullable<ReturnType<typeof findWalletCard>>,
) {
  const { month, year } = walletCardExpiry;
  const paymentData = sealForProcessor(secrets, {
    applicationPrimaryAccountNumber: card.number,
    applicationExpirationDate: `${year % 100}${month}31`,
    currencyCode: numberOf(currencyCode) ?? '',
    transactionAmount: minorOf(total.amount, currencyCode),
    deviceManufacturerIdentifier: '040010030273',
    paymentDataType: '3DSecure',
    paymentData: { onlinePaymentCryptogram: 'AgAAAAAAAIR8CQrXcIhbQAAAAAA=', eciIndicator: '5' },
  });
  const network = { VISA: 'Visa', MASTERCARD: 'MasterCard', AMEX: 'AmEx' }[card.network];
  return {
    token: {
      paymentData,
      paymentMethod: { displayName: `${card.name} ${card.number.slice(-4)}`, network, type: 'credit' },
      transactionIdentifier: paymentData.header.transactionId.toUpperCase(),
    },
    ...(requiredBillingContactFields.includes('postalAddress') ? { billingContact } : {}),
  };
}

const decimalsOf = (amount: string) => amount.split('.')[1]?.length ?? 0;

function minorOf(amount: string, currency: string): number {
  const [whole = '0', fraction = ''] = amount.split('.');
  return Number(whole + fraction.padEnd(decimalPlacesOf(currency), '0'));
}

const billingContact = {
  givenName: 'Jo',
  familyName: 'Sailor',
  addressLines: [walletOwner.street],
  locality: walletOwner.town,
  postalCode: walletOwner.postcode,
  administrativeArea: '',
  country: 'United Kingdom',
  countryCode: walletOwner.country,
};
