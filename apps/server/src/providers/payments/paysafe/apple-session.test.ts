import { expect, test } from 'vitest';
import { allowedUrl } from './apple-session.ts';

const five = [1, 2, 3, 4, 5];
const three = [1, 2, 3];
/** The hosts on Apple's page "Setting Up Your Server", today and earlier with the pods. */
const live = [
  'apple-pay-gateway',
  'cn-apple-pay-gateway',
  ...five.map((pod) => `apple-pay-gateway-nc-pod${pod}`),
  ...five.map((pod) => `apple-pay-gateway-pr-pod${pod}`),
  ...five.map((pod) => `apple-pay-gateway-nc-pod${pod}-dr`),
  ...five.map((pod) => `apple-pay-gateway-pr-pod${pod}-dr`),
  ...three.map((pod) => `cn-apple-pay-gateway-sh-pod${pod}`),
  ...three.map((pod) => `cn-apple-pay-gateway-tj-pod${pod}`),
];
const forTests = ['apple-pay-gateway-cert', 'cn-apple-pay-gateway-cert'];
const own = { validationHosts: [] };
const at = (host: string, path = '/paymentservices/startSession') => `https://${host}${path}`;
const isAsked = (address: string, inTestMode = false) => allowedUrl(own, inTestMode, address) !== null;

test('[CARD-7] every host of Apple’s list may be asked for a session, its test system’s only in test mode', () => {
  for (const name of live) {
    expect(isAsked(at(`${name}.apple.com`)), name).toBe(true);
    expect(isAsked(at(`${name}.apple.com`), true), name).toBe(true);
  }
  for (const name of forTests) {
    expect(isAsked(at(`${name}.apple.com`)), name).toBe(false);
    expect(isAsked(at(`${name}.apple.com`), true), name).toBe(true);
  }
});

test('[CARD-7] no other host is asked, however like Apple’s it looks', () => {
  for (const address of [
    at('apple.com'),
    at('www.apple.com'),
    at('apple-pay-gateway-nc-pod6.apple.com'),
    at('apple-pay-gateway-nc-pod1.apple.com.evil.example'),
    at('evil.apple-pay-gateway.apple.com'),
    at('apple-pay-gateway.apple.com:8443'),
    at('apple-pay-gateway.apple.com', '/'),
    at('user@apple-pay-gateway.apple.com'),
    at('apple-pay-gateway.apple.com').replace('https', 'http'),
  ])
    expect(isAsked(address, true), address).toBe(false);
});
