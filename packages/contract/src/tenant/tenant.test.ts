import { expect, test } from 'vitest';
import { type AuthProvider, hasFeature, permits, servesAuthType, showsOrders, takesPasswords } from './tenant.ts';

const provider: AuthProvider = {
  key: 'credentials',
  displayName: 'E-mail and password',
  colour: null,
  icon: null,
  enabledInPortal: true,
};
const permissions = {
  invoicingEnabled: false,
  showAccountActivity: false,
  showEstimates: true,
  showNotificationPreferences: false,
  showWaitingLists: false,
  allowAccountEdit: false,
  uneditableAccountProperties: [],
};

test('[LOGIN-1] a way to sign in serves what it names, and everything where it names nothing', () => {
  expect(servesAuthType(provider, 'login')).toBe(true);
  expect(servesAuthType({ ...provider, authTypes: ['register'] }, 'login')).toBe(false);
  expect(servesAuthType({ ...provider, authTypes: ['register'] }, 'register')).toBe(true);
  expect(servesAuthType({ ...provider, enabledInPortal: false }, 'login')).toBe(false);
});

test('passwords are taken where the marina offers them, and as proof wherever people sign in', () => {
  const harbourId = { ...provider, key: 'harbour-id' };
  const registers = { ...provider, authTypes: ['register' as const] };
  expect(takesPasswords([provider], 'login')).toBe(true);
  expect(takesPasswords([harbourId], 'login')).toBe(false);
  expect(takesPasswords([harbourId, registers], 'login')).toBe(false);
  expect(takesPasswords([harbourId, registers], 'register')).toBe(true);
  expect(takesPasswords([harbourId], 'proof')).toBe(true);
  expect(takesPasswords([registers], 'proof')).toBe(false);
  expect(takesPasswords([{ ...harbourId, authTypes: ['login'] }], 'proof')).toBe(true);
  expect(takesPasswords([harbourId, registers], 'proof')).toBe(true);
});

test('a permission is the marina’s switch, and agreements have one of their own', () => {
  expect(permits({ agreementsEnabled: false, permissions }, 'showEstimates')).toBe(true);
  expect(permits({ agreementsEnabled: true, permissions }, 'invoicingEnabled')).toBe(false);
  expect(permits({ agreementsEnabled: true, permissions }, 'agreementsEnabled')).toBe(true);
  expect(permits({ agreementsEnabled: false, permissions }, 'agreementsEnabled')).toBe(false);
});

test('stays are on unless turned off, and every other flag is off unless turned on', () => {
  expect(hasFeature({ features: {} }, 'my-stays')).toBe(true);
  expect(hasFeature({ features: { 'my-stays': false } }, 'my-stays')).toBe(false);
  expect(hasFeature({ features: {} }, 'ineligible-vaulted-cards')).toBe(false);
  expect(hasFeature({ features: { 'ineligible-vaulted-cards': true } }, 'ineligible-vaulted-cards')).toBe(true);
});

test.each([
  [true, false, true],
  [false, true, true],
  [false, false, false],
])('orders are shown to be paid (%s) or as a history (%s): %s', (invoicingEnabled, showAccountActivity, shown) => {
  expect(showsOrders({ permissions: { ...permissions, invoicingEnabled, showAccountActivity } })).toBe(shown);
});
