import { expect, test } from 'vitest';
import {
  barePath,
  isBankFormPage,
  isMicroAppPage,
  isOwnWindowPage,
  isPaymentPage,
  isTokenPage,
  isWalletPage,
} from './portal-routes.ts';

const judges = { isPaymentPage, isWalletPage, isTokenPage, isOwnWindowPage, isMicroAppPage, isBankFormPage };
type Judge = keyof typeof judges;

test.each<[string, Judge[]]>([
  ['/', []],
  ['/login', []],
  ['/secure/dashboard', []],
  ['/secure/paysafe/checkout', ['isPaymentPage', 'isOwnWindowPage']],
  ['/secure/paysafe', []],
  ['/my/secure/paysafe/checkout', []],
  ['/secure/clear-accept/checkout', ['isPaymentPage', 'isOwnWindowPage']],
  ['/my/secure/clear-accept/checkout', []],
  ['/secure/manage-payment-methods', ['isPaymentPage', 'isOwnWindowPage']],
  ['/secure/manage-payment-methods/add', ['isPaymentPage', 'isOwnWindowPage']],
  ['/secure/manage-payment-methodsx', []],
  ['/my/secure/manage-payment-methods', []],
  ['/quick-pay/abc', ['isWalletPage', 'isTokenPage', 'isOwnWindowPage']],
  ['/quick-pay/abc/', ['isWalletPage', 'isTokenPage', 'isOwnWindowPage']],
  ['/quick-pay/abc/review', ['isWalletPage', 'isTokenPage', 'isOwnWindowPage']],
  ['/quick-pay/abc/checkout', ['isPaymentPage', 'isTokenPage', 'isOwnWindowPage']],
  ['/quick-pay/abc/cvv/', ['isPaymentPage', 'isTokenPage', 'isOwnWindowPage']],
  ['/quick-pay/abc/clear-accept/checkout', ['isPaymentPage', 'isTokenPage', 'isOwnWindowPage']],
  ['/quick-pay/abc/checkout/more', ['isTokenPage', 'isOwnWindowPage']],
  ['/my/quick-pay/abc/checkout', []],
  ['/my/quick-pay/abc', []],
  ['/secure/orders/outstanding', ['isWalletPage']],
  ['/secure/orders/outstanding/', ['isWalletPage']],
  ['/secure/orders/outstanding/7', []],
  ['/my/secure/orders/outstanding', []],
  ['/register', ['isTokenPage', 'isOwnWindowPage']],
  ['/register/complete/abc', ['isTokenPage', 'isOwnWindowPage']],
  ['/registered', []],
  ['/my/register', []],
  ['/password-reset', ['isTokenPage', 'isOwnWindowPage']],
  ['/passwordResetForm/abc', ['isTokenPage', 'isOwnWindowPage']],
  ['/my/password-reset', []],
  ['/password-resets', []],
  ['/confirm-address', ['isTokenPage', 'isOwnWindowPage']],
  ['/confirm-addresses', []],
  ['/my/confirm-address', []],
  ['/consentManagement/1/abc', ['isTokenPage', 'isOwnWindowPage']],
  ['/consent-management', ['isTokenPage', 'isOwnWindowPage']],
  ['/consent-managements', []],
  ['/my/consent-management', []],
  ['/quick-sign/abc', ['isTokenPage', 'isOwnWindowPage']],
  ['/my/quick-sign/abc', []],
  ['/redirect/1/abc', ['isTokenPage', 'isOwnWindowPage']],
  ['/my/redirect/1/abc', []],
  ['/payment-processed/abc', ['isTokenPage', 'isOwnWindowPage']],
  ['/my/payment-processed/abc', []],
  ['/three-d-s', ['isBankFormPage']],
  ['/three-d-s/', ['isBankFormPage']],
  ['/three-d-s-callback', []],
  ['/my/three-d-s', []],
  ['/secure/agreements/unsigned/abc', ['isOwnWindowPage']],
  ['/secure/agreements/signed/abc', []],
  ['/my/secure/agreements/unsigned/abc', []],
  ['/staff-view', ['isOwnWindowPage']],
  ['/staff-view/abc', ['isOwnWindowPage']],
  ['/staff-views', []],
  ['/my/staff-view', []],
  ['/secure/micro-app', ['isMicroAppPage']],
  ['/secure/micro-app/', ['isMicroAppPage']],
  ['/secure/micro-app/tides', []],
  ['/my/secure/micro-app', []],
])('%s is %j, with /portal before it and in capitals too', (path, expected) => {
  const judged = (address: string) => Object.entries(judges).flatMap(([name, is]) => (is(address) ? [name] : []));
  expect(judged(path)).toEqual(expected);
  expect(judged(`/Portal${path.toUpperCase()}`)).toEqual(expected);
});

test('only a whole first part /portal is left out', () => {
  expect(barePath('/portal')).toBe('');
  expect(barePath('/portal/login')).toBe('/login');
  expect(barePath('/portals/login')).toBe('/portals/login');
  expect(barePath('/my/portal/login')).toBe('/my/portal/login');
});
