/** What is mutated, and the tests that have to notice. */
export interface MutationGroup {
  /** Files whose every change has to turn a test red. */
  mutate: string[];
  /** Tests that are run; each mutant runs only those that reach it. */
  tests: string[];
  /** Where the tests need PostgreSQL and the sandbox. */
  needsServers: boolean;
}

/** Rules without a database: pure functions of the contract, the server and the portal. Takes minutes. */
const rules: MutationGroup = {
  mutate: [
    'packages/contract/src/{money,orders,agreements,documents,paging,common,password-policy}.ts',
    'packages/contract/src/{account-fields,uploads,portal-routes,tenant}.ts',
    'apps/server/src/features/orders/order-status.ts',
    'apps/server/src/features/payments/{payment-states,spread-refund,largest-payment,check-times}.ts',
    'apps/server/src/http/access.ts',
    'apps/portal/src/features/orders/{selection,payability,totals}.ts',
    'apps/portal/src/features/payments/{basket,contact-details,nothing-charged,poll-delay}.ts',
    'apps/portal/src/features/cards/{first-choice,issuers}.ts',
    'apps/portal/src/lib/payment-guard.ts',
  ],
  tests: [
    'packages/contract/src/**/*.test.ts',
    'apps/portal/src/features/{orders,payments,cards}/**/*.test.ts',
    'apps/portal/src/lib/*.test.ts',
    'apps/server/src/features/orders/order-status.test.ts',
    'apps/server/src/features/payments/{payment-states,spread-refund,check-times,largest-payment-rule}.test.ts',
    'apps/server/src/http/access.test.ts',
  ],
  needsServers: false,
};

/** What moves money, against a real PostgreSQL and the sandbox's providers. Takes an hour. */
const services: MutationGroup = {
  mutate: [
    'apps/server/src/features/payments/{start-payment,charge,settle,give-up,begin-page,allocate,after-payment}.service.ts',
    'apps/server/src/features/payments/apply-event.ts',
    'apps/server/src/http/payer.ts',
  ],
  tests: ['apps/server/src/features/{payments,quick-pay,card-components}/*.test.ts'],
  needsServers: true,
};

export const groups = { rules, services };
export type GroupName = keyof typeof groups;

/** The group that `npm run mutate` names in the environment. */
export function chosenGroup(): MutationGroup {
  const name = process.env.MUTATION_GROUP ?? 'rules';
  if (!(name in groups)) throw new Error(`MUTATION_GROUP is ${name}; there are ${Object.keys(groups).join(' and ')}.`);
  return groups[name as GroupName];
}
