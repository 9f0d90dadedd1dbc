import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';
import { expect, test } from 'vitest';
import { applePayRequest } from './apple-pay-request.ts';
import { readyRequest, sheetRequest } from './google-pay-request.ts';
import { addressFromApple, addressFromGoogle } from './wallet-address.ts';

const provider = (changes: object = {}, config: object = {}) =>
  ({
    inTestMode: false,
    googlePayMerchantId: 'BCR2',
    googlePayGatewayMerchantId: '1001',
    ...changes,
    config: {
      acceptedCards: [],
      wallets: { scripts: {}, googlePayAuthMethods: ['PAN_ONLY'], googlePayGateway: 'paysafe' },
      ...config,
    },
  }) as unknown as PaymentProvider;
const sale = { amount: 12.5, currencyCode: 'GBP', decimalPlaces: 2, countryCode: 'GB', merchantName: 'Saltmarsh' };

test('[CARD-7] the request to Google’s sheet is exactly the specified one', () => {
  const card = {
    type: 'CARD',
    parameters: {
      allowedAuthMethods: ['PAN_ONLY'],
      allowedCardNetworks: ['MASTERCARD', 'VISA'],
      billingAddressRequired: true,
      billingAddressParameters: { format: 'FULL', phoneNumberRequired: true },
    },
  };
  expect(readyRequest(provider())).toEqual({ apiVersion: 2, apiVersionMinor: 0, allowedPaymentMethods: [card] });
  expect(sheetRequest(provider(), sale)).toEqual({
    apiVersion: 2,
    apiVersionMinor: 0,
    merchantInfo: { merchantId: 'BCR2', merchantName: 'Saltmarsh' },
    allowedPaymentMethods: [
      {
        ...card,
        tokenizationSpecification: {
          type: 'PAYMENT_GATEWAY',
          parameters: { gateway: 'paysafe', gatewayMerchantId: '1001' },
        },
      },
    ],
    transactionInfo: { countryCode: 'GB', currencyCode: 'GBP', totalPriceStatus: 'FINAL', totalPrice: '12.50' },
  });
});

test('[CARD-7] the cards that the marina takes go before the usual two, for both wallets', () => {
  const some = provider({ googlePayMerchantId: null }, { acceptedCards: ['VI', 'MC', 'AM', 'VISA'] });
  const request = sheetRequest(some, sale);
  expect(request.allowedPaymentMethods[0]?.parameters.allowedCardNetworks).toEqual(['AMEX', 'MASTERCARD', 'VISA']);
  expect(request.merchantInfo).toEqual({ merchantName: 'Saltmarsh' });
  expect(applePayRequest(some, sale).supportedNetworks).toEqual(['amex', 'masterCard', 'visa']);
});

test('[CARD-7] [MONEY-5] Apple’s sheet: dollars and US in test mode, the marina’s own with real money', () => {
  const asked = {
    supportedNetworks: ['masterCard', 'visa'],
    merchantCapabilities: ['supports3DS'],
    requiredBillingContactFields: ['postalAddress'],
    total: { label: 'Saltmarsh', amount: '12.50', type: 'final' },
  };
  expect(applePayRequest(provider(), sale)).toEqual({ ...asked, countryCode: 'GB', currencyCode: 'GBP' });
  const test = applePayRequest(provider({ inTestMode: true }), sale);
  expect(test).toEqual({ ...asked, countryCode: 'US', currencyCode: 'USD' });
});

test('[MONEY-5] Apple’s test sheet has the decimals of dollars for every currency of a marina', () => {
  const dinars = { ...sale, amount: 10.139, currencyCode: 'TND', decimalPlaces: 3, countryCode: 'TN' };
  expect(applePayRequest(provider(), dinars).total.amount).toBe('10.139');
  expect(applePayRequest(provider({ inTestMode: true }), dinars)).toMatchObject({
    currencyCode: 'USD',
    total: { amount: '10.14' },
  });
  const yen = { ...sale, amount: 1000, currencyCode: 'JPY', decimalPlaces: 0, countryCode: 'JP' };
  expect(applePayRequest(provider({ inTestMode: true }), yen).total.amount).toBe('1000.00');
});

test('[CARD-7] the wallets are asked for networks that they know, and for no other', () => {
  const networksOf = (...acceptedCards: string[]) => {
    const [method] = sheetRequest(provider({}, { acceptedCards }), sale).allowedPaymentMethods;
    return method?.parameters.allowedCardNetworks;
  };
  expect(networksOf('VI', 'VD', 'VE', 'MD', 'MAESTRO')).toEqual(['MASTERCARD', 'VISA']);
  expect(networksOf('amex', 'DI', 'JCB', 'INTERAC', 'SO', 'DC')).toEqual(['AMEX', 'DISCOVER', 'INTERAC', 'JCB']);
  expect(networksOf('DC')).toEqual([]);
  const all = applePayRequest(provider({}, { acceptedCards: ['AM', 'DI', 'INTERAC', 'JC', 'MC', 'VI'] }), sale);
  expect(all.supportedNetworks).toEqual(['amex', 'discover', 'interac', 'jcb', 'masterCard', 'visa']);
});

// No currency of three decimals: Google's sheet takes two at most, and the server offers no Google Pay there.
test.each([
  [0.1 + 0.2, 2, '0.30'],
  [4.35, 2, '4.35'],
  [1000, 0, '1000'],
  [99.999, 2, '100.00'],
])('[MONEY-5] %f with %i decimals is shown as %s', (amount, decimalPlaces, shown) => {
  const request = sheetRequest(provider(), { ...sale, amount, decimalPlaces });
  expect(request.transactionInfo.totalPrice).toBe(shown);
});

test('[CARD-7] a sheet’s address is taken where it is whole', () => {
  const place = { locality: 'Lymington', postalCode: 'SO41 9QX', countryCode: 'gb', administrativeArea: '' };
  const address = { address2: '', town: 'Lymington', state: '', postcode: 'SO41 9QX', country: 'GB', nickName: '' };
  expect(addressFromGoogle({ ...place, address1: '8 Captains Row', address2: ' ' })).toEqual({
    ...address,
    address1: '8 Captains Row',
  });
  expect(addressFromApple({ ...place, addressLines: ['', 'Quay House', '8 Captains Row'] })).toEqual({
    ...address,
    address1: 'Quay House',
    address2: '8 Captains Row',
  });
  expect(addressFromGoogle({ ...place, address1: 'x'.repeat(80) })?.address1).toHaveLength(50);
  expect(addressFromGoogle({ ...place })).toBeUndefined();
  expect(addressFromApple({ ...place, addressLines: ['8 Captains Row'], postalCode: '' })).toBeUndefined();
  expect(addressFromApple(undefined)).toBeUndefined();
});

test('[PROV-132] a long address from a sheet is cut to the provider’s limits, with no half character', () => {
  const long = (before: string) => `${before}${'𠮷'.repeat(60)}`;
  const address = addressFromApple({
    addressLines: [long(''), long('x')],
    locality: long('x'),
    administrativeArea: long('x'),
    postalCode: '999077',
    countryCode: 'hk',
  });
  expect(address).toEqual({
    nickName: '',
    address1: '𠮷'.repeat(25),
    address2: `x${'𠮷'.repeat(24)}`,
    town: `x${'𠮷'.repeat(19)}`,
    state: `x${'𠮷'.repeat(19)}`,
    postcode: '999077',
    country: 'HK',
  });
});
