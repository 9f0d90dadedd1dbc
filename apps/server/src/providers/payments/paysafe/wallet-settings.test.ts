import { expect, test } from 'vitest';
import { walletSettings } from '../../../demo/wallets.ts';
import { openProvider } from '../registry.ts';

const paysafe = {
  displayName: 'Card',
  inTestMode: true,
  accountId: '1',
  serverKey: 's',
  serverSecret: 's',
  tokenKey: 't',
  tokenSecret: 't',
  apiBaseUrl: 'https://api.example',
  scriptBaseUrl: 'https://hosted.example',
};
const wallets = await walletSettings('a', 't', { sandboxUrl: 'http://127.0.0.1:3001', now: new Date() });
const { googlePay, applePay } = wallets;
const open = (settings: object) => openProvider({ key: 'paysafe', settings: { ...paysafe, ...settings } });

test('[CARD-7] wallets are off until the settings turn them on, each by itself', () => {
  expect(open({})).toMatchObject({ publicConfig: { isGooglePayEnabled: false, isApplePayEnabled: false } });
  expect(open({}).wallets).toBeUndefined();
  const google = open({ googlePay: { gatewayMerchantId: 'g', merchantId: 'BCR2' } });
  expect(google.publicConfig).toMatchObject({
    isGooglePayEnabled: true,
    isApplePayEnabled: false,
    googlePayMerchantId: 'BCR2',
  });
  expect(google.wallets).toMatchObject({
    browserOrigins: ['https://pay.google.com', 'https://google.com'],
    imageOrigins: ['https://www.gstatic.com'],
  });
  expect(google.publicConfig.config.wallets?.googlePayAuthMethods).toEqual(['PAN_ONLY']);
  const wide = open({ googlePay: { gatewayMerchantId: 'g', takesDeviceCards: true } });
  expect(wide.publicConfig.config.wallets?.googlePayAuthMethods).toEqual(['PAN_ONLY', 'CRYPTOGRAM_3DS']);
  const apple = open({ applePay: { ...applePay, scriptUrl: null } });
  expect(apple.wallets).toMatchObject({ browserOrigins: [], imageOrigins: [] });
});

test('[CARD-7] a setting that is unsafe with real money is refused when it is set, without naming its value', () => {
  const live = (settings: object) => () => open({ inTestMode: false, ...settings });
  const real = { ...applePay, scriptUrl: null, validationHosts: [], certificateAuthority: null };
  expect(live({ googlePay: { gatewayMerchantId: 'g', merchantId: 'BCR2' }, applePay: real })).not.toThrow();
  expect(live({ googlePay: { gatewayMerchantId: 'g' } })).toThrow(/googlePay\.merchantId: must be the one of Google/);
  expect(live({ googlePay })).toThrow(/wallets must be at https/);
  expect(live({ applePay: { ...real, validationHosts: ['evil.example'] } })).toThrow(/Apple’s hosts its own/);
  expect(live({ applePay: { ...real, certificateAuthority: applePay.certificate } })).toThrow(/test mode/);
  const otherKey = () => open({ applePay: { ...applePay, privateKey: 'secret' } });
  expect(otherKey).toThrow(/applePay.privateKey: must be the key of the certificate/);
  expect(otherKey).not.toThrow(/secret/);
});

test('[CARD-7] the cards that are taken are named by known codes, in either case; a slip of the pen is refused', () => {
  const { publicConfig } = open({ acceptedCards: ['vi', 'MC', 'Amex'] });
  expect(publicConfig.config.acceptedCards).toEqual(['VI', 'MC', 'AMEX']);
  expect(() => open({ acceptedCards: ['VI', 'VISSA'] })).toThrow(/acceptedCards\.1/);
});
