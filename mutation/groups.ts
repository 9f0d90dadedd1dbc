import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Files and the tests that must notice their changes: paths from the project's folder, or patterns with `*`. */
export interface MutationPart {
  /** Files whose every change must make a test fail. */
  mutate: string[];
  /**
   * Tests to run, in this order. Each mutant runs only those that reach it, until one fails: quick and telling ones
   * come first.
   */
  tests: string[];
  /** True if the tests need PostgreSQL and the sandbox. */
  needsServers: boolean;
}

const within = (folder: string, names: string[]): string[] => names.map((name) => `${folder}/${name}`);
const contract = 'packages/contract/src';
const server = 'apps/server/src';
const portal = 'apps/portal/src';

/** Rules without a database: pure functions of the contract, the server and the portal. Takes minutes. */
const rules: MutationPart = {
  mutate: [
    ...within(`${contract}/shared`, ['money.ts', 'paging.ts', 'common.ts']),
    ...within(`${contract}/documents`, ['documents.ts', 'uploads.ts']),
    ...within(`${contract}/tenant`, ['tenant.ts', 'password-policy.ts']),
    ...within(contract, ['orders/orders.ts', 'payments/charge-refusals.ts', 'agreements/agreements.ts']),
    ...within(contract, ['account/account-fields.ts', 'portal/portal-routes.ts']),
    `${server}/features/orders/order-status.rules.ts`,
    ...within(`${server}/features/payments`, ['payment-states.rules.ts', 'after-payment/spread-refund.rules.ts']),
    ...within(`${server}/features/payments/engine`, ['check-times.rules.ts', 'largest-payment.rules.ts']),
    ...within(`${portal}/features/orders`, ['selection.ts', 'payability.ts', 'totals.ts']),
    `${portal}/features/payments/basket.ts`,
    ...within(`${portal}/features/payments/checkout`, ['contact-details.ts', 'nothing-charged.ts']),
    `${portal}/features/payments/result/poll-delay.ts`,
    ...within(`${portal}/features/cards`, ['first-choice.ts', 'issuers.ts']),
    `${portal}/routes/secure/payments/payment-guard.ts`,
  ],
  tests: [
    `${contract}/*/*.test.ts`,
    `${portal}/features/orders/*.test.ts`,
    `${portal}/features/payments/*.test.ts`,
    ...within(`${portal}/features/payments`, ['checkout/*.test.ts', 'result/*.test.ts']),
    `${portal}/features/cards/*.test.ts`,
    `${portal}/{lib,routes/secure}/*/*.test.ts`,
    `${server}/features/orders/order-status.test.ts`,
    ...within(`${server}/features/payments`, ['payment-states.test.ts', 'after-payment/spread-refund.test.ts']),
    ...within(`${server}/features/payments/engine`, ['check-times.test.ts', 'largest-payment.test.ts']),
  ],
  needsServers: false,
};

const payments = `${server}/features/payments`;
const paymentTests = (...names: string[]): string[] =>
  within(
    `${payments}/**`,
    names.map((name) => `${name}.test.ts`),
  );
const quickPayTests = within(`${server}/features/quick-pay`, ['pay-by-link.test.ts', 'held-by-link.test.ts']);
const payByCardTest = `${server}/features/cards/pay-by-card.test.ts`;

/** Returns the part of one file, with the tests that reach it. The tests need PostgreSQL and the sandbox. */
const service = (file: string, tests: string[]): MutationPart => ({ mutate: [file], tests, needsServers: true });

/**
 * The services that move money and the rules about callers, against PostgreSQL and the sandbox. Each file runs by
 * itself with its own tests.
 */
const services = {
  settle: service(`${payments}/engine/settle.service.ts`, [
    ...paymentTests('payment-trail', 'redirect-page'),
    payByCardTest,
    ...paymentTests('not-made-mail'),
    `${server}/features/card-components/three-d-secure-before-confirm.test.ts`,
    ...paymentTests('reconcile'),
  ]),
  charge: service(`${payments}/engine/charge.service.ts`, [
    ...paymentTests('charge'),
    payByCardTest,
    ...paymentTests('hold-orders', 'payment-trail'),
    `${server}/features/card-components/card-components.test.ts`,
  ]),
  'apply-event': service(`${payments}/engine/apply-event.service.ts`, [
    ...paymentTests('payment-trail'),
    payByCardTest,
    ...paymentTests('give-up', 'reconcile'),
  ]),
  'start-payment': service(`${payments}/engine/start-payment.service.ts`, [
    ...paymentTests('start-payment', 'payment-limits'),
    ...quickPayTests,
    ...paymentTests('redirect-page'),
  ]),
  allocate: service(`${payments}/engine/allocate.service.ts`, [
    ...paymentTests(
      'allocate',
      'checkout',
      'payment-trail',
      'after-payment',
      'returned-money',
      'paypal-claims',
      'reconcile',
    ),
  ]),
  'give-up': service(`${payments}/engine/give-up.service.ts`, [
    ...paymentTests(
      'payment-trail',
      'give-up',
      'begin-page',
      'redirect-page',
      'paypal-page',
      'hold-orders',
      'reconcile',
    ),
  ]),
  'begin-page': service(`${payments}/pages/begin-page.service.ts`, [
    ...paymentTests('begin-page', 'redirect-page', 'paypal-page', 'hold-orders', 'payment-trail'),
  ]),
  'after-payment': service(`${payments}/after-payment/after-payment.service.ts`, [
    ...paymentTests('after-payment', 'paypal-claims'),
  ]),
  access: service(`${server}/app/access.ts`, [
    `${server}/app/access.test.ts`,
    `${server}/features/staff-views/staff-views.test.ts`,
  ]),
  payer: service(`${server}/app/payer.ts`, [
    `${server}/app/payer.test.ts`,
    ...quickPayTests,
    `${server}/features/quick-pay/providers-by-link.test.ts`,
    ...paymentTests('give-up'),
  ]),
};

/** The groups of `npm run mutate`, each with its parts. A part is one run of Stryker. */
export const groups: Readonly<Record<string, Readonly<Record<string, MutationPart>>>> = { rules: { rules }, services };

/** Returns the part that `npm run mutate` names in the environment. */
export function chosenPart(): MutationPart {
  const { MUTATION_GROUP: group = 'rules', MUTATION_PART: name = 'rules' } = process.env;
  const part = groups[group]?.[name];
  if (!part) throw new Error(`There is no part ${name} of the group ${group}.`);
  const missing = missingFiles(part);
  if (missing.length > 0) throw new Error(`mutation/groups.ts names files that do not exist: ${missing.join(', ')}`);
  return part;
}

/** Returns the paths and patterns of a part that match no file. A renamed rule would not be tested. */
export function missingFiles({ mutate, tests }: Pick<MutationPart, 'mutate' | 'tests'>): string[] {
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  return [...mutate, ...tests].filter((pattern) => globSync(pattern, { cwd }).length === 0);
}
