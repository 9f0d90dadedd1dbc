import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answerUnderFaults } from '../../provider-answer.ts';
import { takeFaults } from '../../faults.ts';
import type { Sandbox } from '../../sandbox.ts';
import { findWalletCard, type WalletCard, walletCardExpiry, walletOwner } from '../wallet-cards.ts';
import { type AddressParameters, ReadyRequest, SheetRequest } from './sheet-request.ts';
import { sealForGateway } from '../../cards/wallet-tokens/google-token.ts';

const Payment = z.strictObject({ request: SheetRequest, cardId: z.string().max(40) });
const Ready = z.strictObject({ request: ReadyRequest, host: z.string().max(300) });

const lifeMs = 15 * 60_000;

/** Adds the calls that Google's script and sheet make to Google. */
export function routeGooglePay(app: FastifyInstance, sandbox: Sandbox): void {
  // Every page may ask if this browser has a wallet. It always has one here, unless a fault says otherwise.
  app.post('/google-pay/ready', { config: { browser: true } }, (request, reply) => {
    const parsed = Ready.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) });
    const faults = takeFaults(sandbox.database, 'google-pay.ready', [parsed.data.host]);
    return reply.send({ result: faults.length === 0 });
  });

  app.post('/google-pay/payment-data', (request, reply) => {
    const parsed = Payment.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) });
    const { request: asked, cardId } = parsed.data;
    const gatewayMerchantId = gatewayMerchantOf(asked);
    const faults = takeFaults(sandbox.database, 'google-pay.payment-data', [gatewayMerchantId]);
    return answerUnderFaults(reply, new Map(faults.map((fault) => [fault.kind, fault])), {
      work: () => {
        const card = findWalletCard(cardId);
        if (card === undefined || !isAllowed(asked, card)) return { status: 400, body: { message: 'No such card' } };
        return { status: 200, body: paymentData(sandbox, asked, card) };
      },
      brokenAnswer: (status) => ({ status, body: { message: 'Out of service (sandbox fault)' } }),
      send: (to, answer) => to.code(answer.status).send(answer.body),
    });
  });
}

const methodOf = ({ allowedPaymentMethods: [method] }: SheetRequest) => {
  if (method === undefined) throw new Error('a request without a payment method');
  return method;
};

const gatewayMerchantOf = (request: SheetRequest) =>
  methodOf(request).tokenizationSpecification.parameters.gatewayMerchantId;

const authMethodOf = ({ isOnDevice }: WalletCard) => (isOnDevice ? 'CRYPTOGRAM_3DS' : 'PAN_ONLY');

function isAllowed(request: SheetRequest, card: WalletCard): boolean {
  const { allowedAuthMethods, allowedCardNetworks } = methodOf(request).parameters;
  return allowedAuthMethods.includes(authMethodOf(card)) && allowedCardNetworks.includes(card.network);
}

/**
 * Returns the page's result: the card's last digits, the owner's address, and a token that only the gateway can
 * open.
 */
function paymentData({ secrets, clock }: Sandbox, request: SheetRequest, card: WalletCard) {
  const { billingAddressRequired, billingAddressParameters } = methodOf(request).parameters;
  const token = sealForGateway(secrets, {
    messageExpiration: String(clock.now() + lifeMs),
    messageId: randomUUID(),
    gatewayMerchantId: gatewayMerchantOf(request),
    paymentMethod: 'CARD',
    paymentMethodDetails: {
      authMethod: authMethodOf(card),
      pan: card.number,
      expirationMonth: walletCardExpiry.month,
      expirationYear: walletCardExpiry.year,
      ...(card.isOnDevice ? { cryptogram: 'AgAAAAAAAIR8CQrXcIhbQAAAAAA=', eciIndicator: '05' } : {}),
    },
  });
  const lastDigits = card.number.slice(-4);
  return {
    apiVersion: 2,
    apiVersionMinor: 0,
    paymentMethodData: {
      type: 'CARD',
      description: `${card.name} •••• ${lastDigits}`,
      info: {
        cardNetwork: card.network,
        cardDetails: lastDigits,
        cardFundingSource: 'CREDIT',
        ...(billingAddressRequired ? { billingAddress: billingAddress(billingAddressParameters ?? {}) } : {}),
      },
      tokenizationData: { type: 'PAYMENT_GATEWAY', token: JSON.stringify(token) },
    },
  };
}

function billingAddress({ format, phoneNumberRequired }: z.output<typeof AddressParameters>) {
  const { name, street, town, postcode, country, phone } = walletOwner;
  const least = { name, postalCode: postcode, countryCode: country };
  const full = {
    address1: street,
    address2: '',
    address3: '',
    locality: town,
    administrativeArea: '',
    sortingCode: '',
  };
  return {
    ...least,
    ...(format === 'FULL' ? full : {}),
    ...(phoneNumberRequired ? { phoneNumber: phone } : {}),
  };
}
