import { expect, test } from 'vitest';
import {
  barePath,
  isBankFormPage,
  isMicroAppPage,
  isOwnWindowPage,
  isPaymentPage,
  isTokenPage,
  isWalletPage,
  orderOfPayLink,
  agreementOfLink,
  pageAt,
  portalPages,
} from './portal-routes.ts';

const judges = { isPaymentPage, isWalletPage, isTokenPage, isOwnWindowPage, isMicroAppPage, isBankFormPage };
type Judge = keyof typeof judges;

test.each<[string, Judge[]]>([
  ['/', []],
  ['/login', []],
  ['/secure/dashboard', []],
  ['/secure/paysafe/checkout', ['isPaymentPage', 'isOwnWindowPage']],
  ['/secure/paysafe', ['isTokenPage']],
  ['/my/secure/paysafe/checkout', ['isTokenPage']],
  ['/secure/clear-accept/checkout', ['isPaymentPage', 'isOwnWindowPage']],
  ['/my/secure/clear-accept/checkout', ['isTokenPage']],
  ['/secure/manage-payment-methods', ['isPaymentPage', 'isOwnWindowPage']],
  ['/secure/manage-payment-methods/add', ['isTokenPage']],
  ['/secure/manage-payment-methodsx', ['isTokenPage']],
  ['/my/secure/manage-payment-methods', ['isTokenPage']],
  ['/quick-pay/abc', ['isWalletPage', 'isTokenPage', 'isOwnWindowPage']],
  ['/quick-pay/abc/', ['isWalletPage', 'isTokenPage', 'isOwnWindowPage']],
  ['/quick-pay/abc/review', ['isWalletPage', 'isTokenPage', 'isOwnWindowPage']],
  ['/quick-pay/abc/checkout', ['isPaymentPage', 'isTokenPage', 'isOwnWindowPage']],
  ['/quick-pay/abc/cvv/', ['isPaymentPage', 'isTokenPage', 'isOwnWindowPage']],
  ['/quick-pay/abc/clear-accept/checkout', ['isPaymentPage', 'isTokenPage', 'isOwnWindowPage']],
  ['/quick-pay/abc/checkout/more', ['isTokenPage']],
  ['/my/quick-pay/abc/checkout', ['isTokenPage']],
  ['/my/quick-pay/abc', ['isTokenPage']],
  ['/secure/orders/outstanding', ['isWalletPage']],
  ['/secure/orders/outstanding/', ['isWalletPage']],
  ['/secure/orders/outstanding/7', ['isTokenPage']],
  ['/my/secure/orders/outstanding', ['isTokenPage']],
  ['/register', ['isTokenPage', 'isOwnWindowPage']],
  ['/register/complete/abc', ['isTokenPage']],
  ['/register/complete/abc/def', ['isTokenPage', 'isOwnWindowPage']],
  ['/registered', ['isTokenPage']],
  ['/my/register', ['isTokenPage']],
  ['/password-reset', ['isTokenPage', 'isOwnWindowPage']],
  ['/passwordResetForm/abc', ['isTokenPage', 'isOwnWindowPage']],
  ['/my/password-reset', ['isTokenPage']],
  ['/password-resets', ['isTokenPage']],
  ['/confirm-address', ['isTokenPage', 'isOwnWindowPage']],
  ['/confirm-addresses', ['isTokenPage']],
  ['/my/confirm-address', ['isTokenPage']],
  ['/consentManagement/1/abc', ['isTokenPage', 'isOwnWindowPage']],
  ['/consent-management', ['isTokenPage', 'isOwnWindowPage']],
  ['/consent-managements', ['isTokenPage']],
  ['/my/consent-management', ['isTokenPage']],
  ['/quick-sign/abc', ['isTokenPage', 'isOwnWindowPage']],
  ['/my/quick-sign/abc', ['isTokenPage']],
  ['/redirect/1/abc', ['isTokenPage', 'isOwnWindowPage']],
  ['/my/redirect/1/abc', ['isTokenPage']],
  ['/payment-processed/abc', ['isTokenPage', 'isOwnWindowPage']],
  ['/my/payment-processed/abc', ['isTokenPage']],
  ['/three-d-s', ['isBankFormPage']],
  ['/three-d-s/', ['isBankFormPage']],
  ['/three-d-s-callback', []],
  ['/my/three-d-s', ['isTokenPage']],
  ['/secure/agreements/unsigned/abc', ['isOwnWindowPage']],
  ['/secure/agreements/signed/abc', []],
  ['/my/secure/agreements/unsigned/abc', ['isTokenPage']],
  ['/staff-view', ['isOwnWindowPage']],
  ['/staff-view/abc', ['isTokenPage']],
  ['/staff-views', ['isTokenPage']],
  ['/my/staff-view', ['isTokenPage']],
  ['/secure/micro-app', ['isMicroAppPage']],
  ['/secure/micro-app/', ['isMicroAppPage']],
  ['/secure/micro-app/tides', ['isTokenPage']],
  ['/my/secure/micro-app', ['isTokenPage']],
])('%s is %j, with /portal before it and in capitals too', (path, expected) => {
  const judged = (address: string) => Object.entries(judges).flatMap(([name, is]) => (is(address) ? [name] : []));
  expect(judged(path)).toEqual(expected);
  expect(judged(`/Portal${path.toUpperCase()}`)).toEqual(expected);
});

test('a page is the one whose route has its path', () => {
  expect(pageAt('/secure/estimates/7')).toBe(portalPages['/secure/estimates/:estimateId']);
  expect(pageAt('/portal/secure/Account/order/12/')).toBe(portalPages['/secure/account/order/:orderId']);
  expect(pageAt('/portal')).toBe(portalPages['/']);
  expect(pageAt('/nowhere')).toBeUndefined();
});

test('the order of a pay link is in the path of each of its pages, and of no other page', () => {
  expect(orderOfPayLink('/portal/Quick-Pay/ABC/paypal/success')).toBe('abc');
  expect(orderOfPayLink('/quick-pay/abc/nowhere')).toBe('abc');
  expect(orderOfPayLink('/quick-pay/')).toBeNull();
  expect(orderOfPayLink('/quick-sign/abc')).toBeNull();
  expect(agreementOfLink('/portal/Quick-Sign/ABC/')).toBe('abc');
  expect(agreementOfLink('/quick-sign/abc/more')).toBeNull();
});

test('only a whole first part /portal is left out', () => {
  expect(barePath('/portal')).toBe('');
  expect(barePath('/portal/login')).toBe('/login');
  expect(barePath('/portals/login')).toBe('/portals/login');
  expect(barePath('/my/portal/login')).toBe('/my/portal/login');
});
