import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { apiBase } from '@quayside/contract/shared/call.ts';
import { putAccount } from '@quayside/contract/integration/accounts.ts';
import { putWebhookEndpoint } from '@quayside/contract/integration/events/webhooks.ts';
import { startServer } from '../processes.ts';
import { makeMarinas, makePrograms, type Program } from '../programs.ts';
import { type Figure, rounded } from '../report.ts';
import { startScratchPostgres } from '../scratch-postgres.ts';

const marinas = 100;
/** The events a second of all marinas. */
const rate = 100;

/** The server of all marinas. It notes when an event arrives. The one of the first marina can stop answering. */
interface Receiver {
  url: string;
  arrivals: Map<string, number>;
  kill: () => void;
  close: () => Promise<void>;
}

/**
 * Measures the time from the answer of the change that made an event to the arrival of its webhook, at 100 events a
 * second of 100 marinas: with all endpoints alive, and with one that takes requests and never answers.
 * @param seconds 0 for one event of each marina
 */
export async function measureWebhookLag(seconds: number): Promise<Figure[]> {
  const postgres = await startScratchPostgres();
  const receiver = await openReceiver();
  try {
    const database = await postgres.create('webhooks');
    const programs = await makePrograms(database, await makeMarinas(database, marinas));
    const server = await startServer(database, { WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' });
    try {
      for (const [index, program] of programs.entries()) {
        const path = putWebhookEndpoint.path.replace(':reference', 'bench');
        await put(server.url, path, program, { url: `${receiver.url}/${index}` });
      }
      const count = Math.max(marinas, seconds * rate);
      await lags(server.url, programs, { prefix: 'warm', count: marinas, receiver, from: 0 });
      const usual = await lags(server.url, programs, { prefix: 'usual', count, receiver, from: 0 });
      receiver.kill();
      const beside = await lags(server.url, programs, { prefix: 'beside', count, receiver, from: 1 });
      return [
        {
          what: 'webhook lag beside a dead endpoint, 95th percentile',
          figure: `${rounded(beside)} ms`,
          floor: `${rounded(usual)} ms`,
          value: beside / usual,
          budget: { most: 2 },
        },
      ];
    } finally {
      await server.stop();
    }
  } finally {
    await receiver.close();
    await postgres.stop();
  }
}

interface Phase {
  prefix: string;
  count: number;
  receiver: Receiver;
  /** The first marina whose lags count. */
  from: number;
}

/** Makes events at the rate, and waits for their webhooks. @returns the 95th percentile of the lags, in milliseconds */
async function lags(url: string, programs: readonly Program[], { prefix, count, receiver, from }: Phase) {
  const answered = new Map<string, number>();
  const began = performance.now();
  const requests: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    await pause(Math.max(0, began + (index * 1000) / rate - performance.now()));
    const marina = index % programs.length;
    const reference = `${prefix}-${index}`;
    const path = putAccount.path.replace(':reference', reference);
    const program = programs[marina];
    if (!program) throw new Error('there is no such marina');
    const sent = put(url, path, program, { site: 1, lastName: 'Sailor' });
    requests.push(sent.then(() => void (marina >= from && answered.set(reference, performance.now()))));
  }
  await Promise.all(requests);
  while (![...answered.keys()].every((reference) => receiver.arrivals.has(reference))) await pause(20);
  // A webhook can arrive before the answer of the change.
  const all = [...answered].map(([reference, at]) => Math.max(0, (receiver.arrivals.get(reference) ?? 0) - at));
  return all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)] ?? Number.NaN;
}

async function put(url: string, path: string, { headers }: Program, body: object): Promise<void> {
  const answer = await fetch(url + apiBase + path, { method: 'PUT', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

async function openReceiver(): Promise<Receiver> {
  const arrivals = new Map<string, number>();
  let isDead = false;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (isDead && request.url === '/0') return;
      const { reference } = (JSON.parse(body) as { data: { reference: string } }).data;
      if (!arrivals.has(reference)) arrivals.set(reference, performance.now());
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    kill: () => (isDead = true),
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
