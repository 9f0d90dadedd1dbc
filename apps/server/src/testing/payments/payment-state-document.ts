import { paymentStates, type PaymentState, transitions } from '../../features/payments/payment-states.rules.ts';

const initial: PaymentState = 'created';

/** Returns the text of `docs/payment-states.md`: the table of payment-states.rules.ts for people. */
export function stateDocument(): string {
  return `# The states of a payment attempt

Made from \`apps/server/src/features/payments/payment-states.rules.ts\`, which the server runs from. \
A test compares the two;
\`npx vitest run --project server payment-states -u\` writes this page anew.

\`\`\`mermaid
stateDiagram-v2
  direction LR
${edges().join('\n')}
\`\`\`

| state | what it means | what can happen |
|---|---|---|
${rows().join('\n')}

What is not in the table is refused and changes nothing. In particular nothing leads from a paid state to an unpaid one,
and a charge that turns up late is taken from every unpaid state.
`;
}

const states = Object.keys(paymentStates) as PaymentState[];

/** Returns one arrow for each pair of states, with all of its events. */
function edges(): string[] {
  const arrows = states.flatMap((from) => {
    const byTarget = Map.groupBy(Object.entries(transitions[from]), ([, to]) => to);
    return [...byTarget].map(([to, events]) => `  ${from} --> ${to}: ${events.map(([event]) => event).join(', ')}`);
  });
  const ends = states.filter((state) => Object.keys(transitions[state]).length === 0);
  return [`  [*] --> ${initial}`, ...arrows, ...ends.map((state) => `  ${state} --> [*]`)];
}

function rows(): string[] {
  return states.map((state) => {
    const events = Object.entries(transitions[state]).map(([event, to]) => `${event} → ${to}`);
    return `| \`${state}\` | ${paymentStates[state].meaning} | ${events.join('<br>') || 'nothing more'} |`;
  });
}
