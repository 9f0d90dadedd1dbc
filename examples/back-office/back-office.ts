/** A small back office that keeps its customers and orders in step with the portal. README.md says how to run it. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import createClient from 'openapi-fetch';
import type { components, paths } from './quayside.ts';

type Customer = components['schemas']['WholeAccountRequest'];
type Order = components['schemas']['WholeOrderRequest'];

interface BookedOrder extends Order {
  status?: string;
  outstanding?: number;
}

/** All that the back office knows. It is one file, which is renamed when it is whole: a kill leaves the one before. */
interface Books {
  customers: Record<string, Customer>;
  orders: Record<string, BookedOrder>;
  /** The last event that was read. Null: none, because nothing was sent yet. */
  after: number | null;
  secret: string;
}

const { QUAYSIDE_URL = '', QUAYSIDE_KEY = '', BOOKS = 'books.json', PORT = '4100', ROWS = '1000' } = process.env;
const client = createClient<paths>({
  baseUrl: `${QUAYSIDE_URL}/harbour/api`,
  headers: { authorization: `Bearer ${QUAYSIDE_KEY}` },
});
const books: Books = existsSync(BOOKS) ? (JSON.parse(readFileSync(BOOKS, 'utf8')) as Books) : makeBooks(Number(ROWS));

function makeBooks(count: number): Books {
  const names = Array.from({ length: count }, (_, index) => String(index + 1).padStart(4, '0'));
  const customer = (name: string): Customer => ({
    site: 1,
    firstName: 'Jo',
    lastName: `Sailor ${name}`,
    email: `sailor.${name}@example.com`,
  });
  const lines = [{ name: 'Visitor berth', quantity: 2, unitPrice: 60, vatPercent: 20 }];
  const days = { createdOn: '2026-05-01', dueOn: '2026-06-01' };
  const order = (name: string): Order => ({ account: `BO-C-${name}`, type: 'Berthing', ...days, lines });
  return {
    customers: Object.fromEntries(names.map((name) => [`BO-C-${name}`, customer(name)])),
    orders: Object.fromEntries(names.map((name) => [`BO-O-${name}`, order(name)])),
    after: null,
    secret: '',
  };
}

function store(): void {
  writeFileSync(`${BOOKS}.new`, JSON.stringify(books));
  renameSync(`${BOOKS}.new`, BOOKS);
}

/** Returns the answer of a call, or ends with the words of its refusal. */
function answerOf<Answer>({ data, error }: { data?: Answer; error?: { responseStatus: object } }): Answer {
  if (error !== undefined || data === undefined) throw new Error(JSON.stringify(error?.responseStatus));
  return data;
}

/** Sends everything in one import: all of it is stored, or nothing. The same rows again change nothing. */
async function sendAll(): Promise<void> {
  const snake = (values: object) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        value,
      ]),
    );
  const rows = [
    ...Object.entries(books.customers).map(([reference, row]) => ({
      kind: 'accounts',
      row: { reference, ...snake(row) },
    })),
    ...Object.entries(books.orders).flatMap(([reference, { lines = [], status: _, outstanding: __, ...order }]) => [
      { kind: 'orders', row: { reference, ...snake(order) } },
      ...lines.map((line) => ({ kind: 'order-lines', row: { order: reference, ...snake(line) } })),
    ]),
  ];
  const response = await fetch(`${QUAYSIDE_URL}/harbour/api/integration/v1/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${QUAYSIDE_KEY}`, 'content-type': 'application/x-ndjson' },
    body: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  });
  const { id } = (await response.json()) as { id: number };
  for (;;) {
    const path = { id };
    const { state, endedAt } = answerOf(await client.GET('/integration/v1/imports/{id}', { params: { path } }));
    if (state === 'done') return console.log(`Sent ${rows.length} rows`);
    if (endedAt !== null) throw new Error(`the import is ${state}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Takes over what the portal knows better of a customer. */
function takeCustomer(reference: string, object: object): void {
  const customer = books.customers[reference];
  if (!customer) return;
  for (const [name, value] of Object.entries(object)) if (name in customer) Object.assign(customer, { [name]: value });
}

/** Takes over what the portal knows better of an order. */
function takeOrder(reference: string, { status, outstanding }: { status?: unknown; outstanding?: unknown }): void {
  const order = books.orders[reference];
  if (order) Object.assign(order, { status, outstanding });
}

type ReadPage<Item> = (query: { limit: number; cursor?: string }) => Promise<{ items: Item[]; next: string | null }>;

/** Reads all objects of a list, page by page. */
async function* itemsOf<Item>(readPage: ReadPage<Item>): AsyncGenerator<Item> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Awaited<ReturnType<ReadPage<Item>>> = await readPage({ limit: 100, ...(cursor && { cursor }) });
    yield* page.items;
    cursor = page.next;
  }
}

/** Reads all objects once, because events are missing. */
async function readAll(): Promise<void> {
  const customers = itemsOf(async (query) =>
    answerOf(await client.GET('/integration/v1/accounts', { params: { query } })),
  );
  for await (const customer of customers) if (customer.reference !== null) takeCustomer(customer.reference, customer);
  const orders = itemsOf(async (query) => answerOf(await client.GET('/integration/v1/orders', { params: { query } })));
  for await (const order of orders) if (order.reference !== null) takeOrder(order.reference, order);
  console.log('Read everything anew');
}

/**
 * Reads the events after the last one. Each page is stored as a whole. Events end after 90 days, and a portal that was
 * restored from a backup has lost the last ones: `expired` counts those that are missing.
 */
async function readEvents(): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    const query = { after: books.after ?? 0, limit: 100 };
    const page = answerOf(await client.GET('/integration/v1/events', { params: { query } }));
    if (page.expired > 0) await readAll();
    for (const { type, reference, object } of page.items) {
      if (reference === null) continue;
      if (type === 'account.changed') takeCustomer(reference, object);
      if (type.startsWith('order.')) takeOrder(reference, object);
      if (type === 'order.paid') console.log(`${reference} is paid`);
    }
    books.after = page.next;
    hasMore = page.hasMore;
    store();
  }
}

/** Two webhooks at once must not read the same events twice. A reading that fails is not the last one. */
let reading = Promise.resolve();
const readInTurn = () => (reading = reading.catch(() => {}).then(readEvents));

/** Checks the signature of a webhook, by the rules of Standard Webhooks. */
function isSigned(headers: IncomingHttpHeaders, body: string): boolean {
  const text = (name: string) => String(headers[`webhook-${name}`]);
  if (!(Math.abs(Date.now() / 1_000 - Number(text('timestamp'))) < 300)) return false;
  const key = Buffer.from(books.secret.replace('whsec_', ''), 'base64');
  const content = `${text('id')}.${text('timestamp')}.${body}`;
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(content).digest('base64')}`);
  const given = text('signature')
    .split(' ')
    .map((each) => Buffer.from(each));
  return given.some((each) => each.length === expected.length && timingSafeEqual(each, expected));
}

/** Takes a webhook. Reads nothing of it but its signature: the list of events is in order and without gaps. */
async function takeWebhook(request: IncomingMessage, body: string): Promise<number> {
  if (!isSigned(request.headers, body)) return 401;
  await readInTurn();
  return 204;
}

/** Changes a customer or an order for the office. The portal has the change before the answer. */
async function change(reference: string, fields: object): Promise<number> {
  const path = { reference };
  const customer = books.customers[reference];
  const order = books.orders[reference];
  if (customer) {
    const body = Object.assign(customer, fields);
    const query = { officeWins: 'true' } as const;
    answerOf(await client.PUT('/integration/v1/accounts/{reference}', { params: { path, query }, body }));
  } else if (order) {
    const { status: _, outstanding: __, ...body } = Object.assign(order, fields);
    answerOf(await client.PUT('/integration/v1/orders/{reference}', { params: { path }, body }));
  } else return 404;
  store();
  return 204;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const reference = (request.url ?? '/').slice(1);
  if (request.method === 'POST') return void response.writeHead(await takeWebhook(request, body)).end();
  if (request.method === 'PATCH')
    return void response.writeHead(await change(reference, JSON.parse(body) as object)).end();
  const found = books.customers[reference] ?? books.orders[reference];
  response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(found ?? null));
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(500).end();
  });
});
await new Promise<void>((resolve) => server.listen(Number(PORT), '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const params = { path: { reference: 'back-office' } };
answerOf(
  await client.PUT('/integration/v1/webhook-endpoints/{reference}', { params, body: { url, types: [], isOn: true } }),
);
const rotated = await client.POST('/integration/v1/webhook-endpoints/{reference}/secret', {
  params,
  body: { overlapHours: 0 },
});
books.secret = answerOf(rotated).secret ?? '';
store();
if (books.after === null) await sendAll();
await readInTurn();
console.log(`In step at ${url}`);
