import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Files and the tests that must notice their changes: paths from the project's folder, or patterns with `*`. */
export interface MutationGroup {
  /** Files whose every change must make a test fail. */
  mutate: string[];
  /** Tests to run. Each mutant runs only those that reach it. */
  tests: string[];
  /** True if the tests need PostgreSQL and the sandbox. */
  needsServers: boolean;
}

const within = (folder: string, names: string[]): string[] => names.map((name) => `${folder}/${name}`);
const contract = 'packages/contract/src';
const server = 'apps/server/src';
const portal = 'apps/portal/src';

/** Rules without a database: pure functions of the contract, the server and the portal. Takes minutes. */
const rules: MutationGroup = {
  mutate: [
    ...within(contract, ['money.ts', 'orders.ts', 'agreements.ts', 'documents.ts', 'paging.ts', 'common.ts']),
    ...within(contract, ['password-policy.ts', 'account-fields.ts', 'uploads.ts', 'portal-routes.ts', 'tenant.ts']),
    `${server}/features/orders/order-status.ts`,
    ...within(`${server}/features/payments`, ['payment-states.ts', 'spread-refund.ts', 'largest-payment.ts']),
    `${server}/features/payments/check-times.ts`,
    ...within(`${portal}/features/orders`, ['selection.ts', 'payability.ts', 'totals.ts']),
    ...within(`${portal}/features/payments`, ['basket.ts', 'contact-details.ts', 'nothing-charged.ts']),
    `${portal}/features/payments/poll-delay.ts`,
    ...within(`${portal}/features/cards`, ['first-choice.ts', 'issuers.ts']),
    `${portal}/lib/payment-guard.ts`,
  ],
  tests: [
    `${contract}/*.test.ts`,
    `${portal}/features/orders/*.test.ts`,
    `${portal}/features/payments/*.test.ts`,
    `${portal}/features/cards/*.test.ts`,
    `${portal}/lib/*.test.ts`,
    `${server}/features/orders/order-status.test.ts`,
    ...within(`${server}/features/payments`, ['payment-states.test.ts', 'spread-refund.test.ts']),
    ...within(`${server}/features/payments`, ['check-times.test.ts', 'largest-payment.test.ts']),
  ],
  needsServers: false,
};

/** The services that move money and the rules about callers, against PostgreSQL and the sandbox. Takes hours. */
const services: MutationGroup = {
  mutate: [
    ...within(`${server}/features/payments`, ['start-payment.service.ts', 'charge.service.ts', 'settle.service.ts']),
    ...within(`${server}/features/payments`, ['give-up.service.ts', 'begin-page.service.ts', 'allocate.service.ts']),
    ...within(`${server}/features/payments`, ['after-payment.service.ts', 'apply-event.ts']),
    ...within(`${server}/app`, ['access.ts', 'payer.ts']),
  ],
  tests: [
    ...within(`${server}/features/payments`, ['start-payment.test.ts', 'checkout.test.ts', 'hold-orders.test.ts']),
    ...within(`${server}/features/payments`, ['give-up.test.ts', 'redirect-page.test.ts', 'paypal-page.test.ts']),
    ...within(`${server}/features/payments`, ['reconcile.test.ts', 'after-payment.test.ts', 'paypal-claims.test.ts']),
    ...within(`${server}/features/payments`, [
      'payment-trail.test.ts',
      'not-made-mail.test.ts',
      'payment-limits.test.ts',
    ]),
    `${server}/features/quick-pay/*.test.ts`,
    `${server}/features/card-components/card-components.test.ts`,
    `${server}/features/cards/pay-by-card.test.ts`,
    `${server}/features/staff-views/staff-views.test.ts`,
    `${server}/app/access.test.ts`,
  ],
  needsServers: true,
};

export const groups = { rules, services };
export type GroupName = keyof typeof groups;

/** Returns the group that `npm run mutate` names in the environment. */
export function chosenGroup(): MutationGroup {
  const name = process.env.MUTATION_GROUP ?? 'rules';
  if (!(name in groups)) throw new Error(`MUTATION_GROUP is ${name}; there are ${Object.keys(groups).join(' and ')}.`);
  const group = groups[name as GroupName];
  const missing = missingFiles(group);
  if (missing.length > 0) throw new Error(`mutation/groups.ts names files that do not exist: ${missing.join(', ')}`);
  return group;
}

/** Returns the paths and patterns of a group that match no file. A renamed rule would not be tested. */
export function missingFiles({ mutate, tests }: Pick<MutationGroup, 'mutate' | 'tests'>): string[] {
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  return [...mutate, ...tests].filter((pattern) => globSync(pattern, { cwd }).length === 0);
}
