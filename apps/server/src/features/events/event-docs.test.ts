import { join } from 'node:path';
import { eventKinds, eventTypes } from '@quayside/contract/integration/events/events.ts';
import { expect, test } from 'vitest';

const page = join(import.meta.dirname, '../../../../../docs/integrating/events.md');

const introduction = `# Events

<!-- Made from the contract: \`npx vitest run --project server event-docs -u\` writes it anew. -->

Each thing that happens to your business is an event. The transaction that does the thing also writes the event, so \
none is lost and none tells of something that did not happen.

\`GET events?after=…\` answers events in the order of their commits. Pass the \`next\` of your last reading as \
\`after\`: at once if \`hasMore\` is true, else later. \`sequence\` counts your events without a gap. A reader that \
has seen one event never misses an earlier one, however late it committed. \`types=order.paid,payment.completed\` \
filters.

An event has the object as it was then, and its \`version\`. For sites, accounts, boats, orders, payments, \
refunds, agreements, documents, messages and consents, both are what the object's own call answers, and \
\`version\` is its ETag. An agreement that is sent (\`agreement.sent\`), an answer to a message, a move on a \
waiting list and a login have the shape that is shown below, and a version of their own. \`reference\` is your own \
name of the object, or the number of a payment. It is null if you gave the object none; then the object's \
\`number\` names it.

Events are kept for 90 days. If \`expired\` is not 0, you came too late and missed so many, or the portal was \
restored from a backup and is so many behind: read all objects once, \
and go on from \`next\`.

[Webhooks](webhooks.md) send the same events to an address of yours.

An import writes one event for each site, account, boat, order, payment, agreement, document and consent that it \
makes or changes. A type is never taken away and keeps its meaning. New types and new fields may come, so ignore \
those that you don't know.
`;

const shapes = [...new Set(eventTypes.map((type) => eventKinds[type].object))];

/** Describes the types whose objects have one shape, with an example. */
function chapterOf(shape: (typeof shapes)[number]): string {
  const own = eventTypes.filter((type) => eventKinds[type].object === shape);
  const [first] = own;
  if (!first) throw new Error('a shape without a type');
  const rows = own.map((type) => `| \`${type}\` | ${eventKinds[type].summary} |`);
  return [
    `## ${first.split('.')[0]}`,
    '',
    '| type | when |',
    '|---|---|',
    ...rows,
    '',
    '```json',
    JSON.stringify(eventKinds[first].example, null, 2),
    '```',
    '',
  ].join('\n');
}

test('[HOOK-1] the page of the events has each type with an example of its object', async () => {
  const write = 'write the page again: npx vitest run --project server event-docs -u';
  await expect([introduction, ...shapes.map(chapterOf)].join('\n'), write).toMatchFileSnapshot(page);
});
