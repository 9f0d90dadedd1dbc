import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getUnsignedAgreement, signAgreement } from '@quayside/contract/agreements/agreement-signing.ts';
import { contactUs } from '@quayside/contract/account/contact.ts';
import { saveConsentGroups } from '@quayside/contract/account/consent.ts';
import { createDocument, uploadFile } from '@quayside/contract/documents/documents.ts';
import { listAccounts, putAccount } from '@quayside/contract/integration/accounts.ts';
import { listAgreementResources, patchAgreement, sendAgreement } from '@quayside/contract/integration/agreements.ts';
import { listBoatResources, putBoat } from '@quayside/contract/integration/boats.ts';
import { listConsents, putConsent, putConsentGroup } from '@quayside/contract/integration/consents.ts';
import { creditOrder } from '@quayside/contract/integration/payments/credits.ts';
import { putDocumentType } from '@quayside/contract/integration/document-types.ts';
import {
  acceptDocument,
  getDocumentResource,
  listDocumentResources,
  putOfficeDocument,
  rejectDocument,
} from '@quayside/contract/integration/documents.ts';
import { getMessageResource, listMessages } from '@quayside/contract/integration/messages.ts';
import { cancelOrder, listOrderResources, putOrder } from '@quayside/contract/integration/orders.ts';
import { listPayments } from '@quayside/contract/integration/payments/payment-resources.ts';
import { listSiteResources, patchSite } from '@quayside/contract/integration/sites.ts';
import { listWebhookDeliveries, putWebhookEndpoint } from '@quayside/contract/integration/events/webhooks.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { sendWebhooks } from '../features/webhooks/send-webhooks.service.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { signatureImage } from '../testing/factories/agreements.ts';
import {
  makeAccount,
  makeTenant,
  type SignedIn,
  signedInCustomer,
  type TestTenant,
} from '../testing/factories/factories.ts';
import { makeIntegrationKey, programWith } from '../testing/factories/integration.ts';
import { bodyOf, type HttpClient } from '../testing/http-client.ts';
import { jobContextOf } from '../testing/jobs.ts';
import { sampleFiles } from '../testing/sample-files.ts';
import { runOperator } from './testing/operator.ts';

const privateHosts = new Set(['127.0.0.1']);
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ privateHosts });
});
afterAll(() => app.close());

/** A sequence of numbers from 0 to 1 that is the same in each run. */
const chanceOf = `
let seed = Number(process.env.SEED);
const chance = () => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return seed / 2147483648;
};
const die = () => process.kill(process.pid, 'SIGKILL');
// A file is renamed when it is whole: a kill leaves the one before.
const store = (state) => {
  writeFileSync(file + '.new', JSON.stringify(state));
  renameSync(file + '.new', file);
};
const take = (state, event) => {
  const { type, reference, object } = event;
  // It has the mail's address, and not the agreement as its own call answers it.
  if (type === 'agreement.sent') return;
  const ofGroup = type.startsWith('consent.') ? object.group + ' ' : '';
  // A document keeps its number when a new version takes its reference.
  const isDocument = type.startsWith('document.');
  const name = type.split('.')[0] + ' ' + ofGroup + ((isDocument ? null : reference) ?? object.number);
  const known = state.objects[name];
  if (!known || known.sequence < event.sequence) state.objects[name] = event;
};
`;

const head = `
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
const file = process.env.STATE;
const state = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { after: 0, objects: {} };
${chanceOf}`;

/** Takes webhooks. Half of its answers are wrong, and now and then it is killed, before or after it stores an event. */
const endpoint = `${head}
import { createServer } from 'node:http';
createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  if (chance() < 0.05) die();
  const isRight = chance() < 0.5;
  // A wrong answer may come before or after the event is stored.
  if (isRight || chance() < 0.5) {
    take(state, JSON.parse(body).data);
    store(state);
  }
  if (chance() < 0.05) die();
  if (isRight) return response.writeHead(204).end();
  const wrong = Math.floor(chance() * 4);
  if (wrong === 3) return request.socket.destroy();
  response.writeHead([500, 302, 404][wrong], { location: '/' }).end();
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'));
`;

/** Reads events from its cursor to the last one, and is killed now and then. */
const reader = `${head}
for (;;) {
  const url = process.env.QUAYSIDE_URL + '/harbour/api/integration/v1/events?limit=20&after=' + state.after;
  const answer = await fetch(url, { headers: { authorization: 'Bearer ' + process.env.QUAYSIDE_KEY } });
  const { items, next, hasMore } = await answer.json();
  if (chance() < 0.2) die();
  for (const event of items) take(state, event);
  state.after = next;
  store(state);
  if (chance() < 0.2) die();
  if (!hasMore) break;
}
`;

interface Consumer {
  start: () => ChildProcess;
  kills: () => number;
  objects: () => Record<string, { object: object }>;
}

function consumerOf(program: string, env: Record<string, string>): Consumer {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-consumer-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'consumer.mjs');
  const state = join(folder, 'state.json');
  writeFileSync(file, program);
  let kills = 0;
  let starts = 0;
  return {
    start: () => {
      starts += 1;
      const child = spawn(process.execPath, [file], {
        env: { ...process.env, ...env, STATE: state, SEED: String(starts * 7_919) },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      child.once('exit', (_code, signal) => (kills += signal === 'SIGKILL' ? 1 : 0));
      return child;
    },
    kills: () => kills,
    objects: () => (existsSync(state) ? (JSON.parse(readFileSync(state, 'utf8')) as { objects: never }).objects : {}),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Returns all objects of the portal by their names, as its own calls show them. */
async function objectsOf(program: HttpClient): Promise<Record<string, object>> {
  const query = { limit: 100 };
  const { items: sites } = (await program.call(listSiteResources, { query })).body;
  const { items: accounts } = (await program.call(listAccounts, { query })).body;
  const { items: boats } = (await program.call(listBoatResources, { query })).body;
  const { items: orders } = (await program.call(listOrderResources, { query })).body;
  const { items: payments } = (await program.call(listPayments, { query })).body;
  const { items: consents } = (await program.call(listConsents, { params: { reference: 'news' }, query })).body;
  const { items: agreements } = (await program.call(listAgreementResources, { query })).body;
  const { items: papers } = (await program.call(listDocumentResources, { query })).body;
  const documentOf = async (number: number) => (await program.call(getDocumentResource, { params: { number } })).body;
  const documents = await Promise.all(papers.map(({ number }) => documentOf(number)));
  const { items: listed } = (await program.call(listMessages, { query })).body;
  const read = async (number: number) => (await program.call(getMessageResource, { params: { number } })).body;
  const messages = await Promise.all(listed.map(({ number }) => read(number)));
  return Object.fromEntries<object>([
    ...sites.map((each) => [`site ${each.number}`, each] as const),
    ...accounts.map((each) => [`account ${each.reference}`, each] as const),
    ...boats.map((each) => [`boat ${each.reference}`, each] as const),
    ...orders.map((each) => [`order ${each.reference}`, each] as const),
    ...payments.map((each) => [`payment ${each.number}`, each] as const),
    ...agreements.map((each) => [`agreement ${each.reference}`, each] as const),
    ...documents.map((each) => [`document ${each.number}`, each] as const),
    ...consents.map((each) => [`consent news ${each.account}`, each] as const),
    ...messages.map((each) => [`message ${each.number}`, each] as const),
  ]);
}

async function operate(...args: string[]): Promise<void> {
  const { code, err } = await runOperator(args, { database: app.testDatabase });
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
}

/** Returns the body of an answer that is no refusal. */
async function done<Body>(answering: Promise<{ status: number; text: string; body: Body }>): Promise<Body> {
  const { status, text, body } = await answering;
  if (status >= 300) throw new Error(text);
  return body;
}

/** Takes money for an order at the office, and gives it back for every second one. */
async function takeMoney(marina: TestTenant, reference: string, order: string, minute: number): Promise<void> {
  const named = ['--tenant', marina.key, '--reference', `TILL-${minute}`];
  const paid = ['--method', 'card-terminal', '--paid-on', '2026-05-16', '--amount', String(100 + minute)];
  await operate('payment', 'record', ...named, '--account', reference, '--orders', order, ...paid);
  if (minute % 4 === 0) await operate('payment', 'reverse', ...named);
}

/** Does what a customer does in the portal, and what the office hears from them elsewhere. */
async function customerWorks(portal: Portal, minute: number): Promise<void> {
  const { customer, program } = portal;
  const { client, account } = customer;
  const { guid } = account;
  await client.call(contactUs, { params: { guid }, body: { message: `Subject: Berths\nIs B ${minute} free?` } });
  const consentGroups = [{ id: 1, bool: minute % 20 === 0 }];
  await client.call(saveConsentGroups, { body: { guid, consentGroups } });
  const params = { reference: 'news', account: `C-${minute % 7}` };
  await program.call(putConsent, { params, body: { granted: true, givenAt: '2026-05-01' } });
  await handInDocument(portal, minute);
  await answerAgreement(portal, minute);
  const paper = { account: 'C-0', type: 'contract', name: `Paper ${minute}`, createdOn: '2026-05-01' };
  await done(program.call(putOfficeDocument, { params: { reference: `D-${minute % 20}` }, body: paper }));
}

/** The customer, the marina's program, and the number of the type of document that the customer hands in. */
interface Portal {
  marina: TestTenant;
  customer: SignedIn;
  program: HttpClient;
  insurance: number;
}

/** Hands in a document, and has the office decide on it. A later one takes the place of one that was accepted. */
async function handInDocument({ customer, program, insurance }: Portal, minute: number): Promise<void> {
  const { client, account } = customer;
  const { guid } = account;
  const accountDocument = { documentTypeId: insurance, name: `Cover ${minute}`, expiresOn: '2027-05-16' };
  const announced = { accountDocument, supersedePreviousVersions: true } as const;
  const { accountDocumentId: number } = await done(client.call(createDocument, { params: { guid }, body: announced }));
  const file = new File([new Uint8Array(sampleFiles.pdf)], 'policy.pdf');
  const body = bodyOf(uploadFile, { objectType: 'AccountDocument', objectId: number }, file);
  await done(client.request('POST', `/harbour/api/portal/account/${guid}/file/new`, { body }));
  const params = { number };
  if (minute % 3 === 0) await done(program.call(acceptDocument, { params, body: {} }));
  if (minute % 3 === 1) await done(program.call(rejectDocument, { params, body: { reason: 'It has ended.' } }));
}

/** Sends the customer an agreement, which they read. They sign it, or the office withdraws it. */
async function answerAgreement({ marina, customer, program }: Portal, minute: number): Promise<void> {
  const { client } = customer;
  const reference = `A-${minute}`;
  const text = { type: 'Berth', declaration: `<p>Berth ${minute}</p>` };
  await done(program.call(sendAgreement, { body: { reference, account: 'C-0', ...text, signBy: '2026-06-30' } }));
  const sent = marina.db.selectFrom('agreements').select('guid').where('reference', '=', reference);
  const { guid } = await sent.executeTakeFirstOrThrow();
  const { documentHash } = (await done(client.call(getUnsignedAgreement, { params: { guid } }))).agreement;
  const signer = { fullName: 'Robin Test', email: 'robin.test@example.com' };
  const body = { guid, documentHash, signature: signatureImage(), ...signer };
  const withdrawal = { params: { reference }, body: { withdrawnOn: '2026-05-16' } };
  if (minute % 20 === 0) await done(program.call(patchAgreement, withdrawal));
  else await done(client.call(signAgreement, { body }));
}

/** Makes and changes objects, others each time. Some are cancelled, credited, paid or paid back. */
async function work(program: HttpClient, marina: TestTenant, minute: number): Promise<void> {
  await program.call(patchSite, { params: { number: 1 }, body: { name: `Basin ${minute}` } });
  const reference = `C-${minute % 7}`;
  const changed = { site: 1, lastName: `Sailor ${minute}`, email: 'robin.test@example.com' };
  await program.call(putAccount, { params: { reference }, body: changed });
  const size = { length: 9.5, beam: 3, draft: 1 + (minute % 10) / 10 };
  const boat = { account: reference, name: 'Tern', type: 'Yacht', relationship: 'Owner', ...size };
  await program.call(putBoat, { params: { reference: `B-${minute % 7}` }, body: boat });
  const line = { name: 'Berth', quantity: 1, unitPrice: 100 + minute, vatPercent: 20 };
  const order = { account: reference, type: 'Berthing', createdOn: '2026-05-01', dueOn: '2026-06-01', lines: [line] };
  const ofOrder = { reference: `O-${minute}` };
  await program.call(putOrder, { params: ofOrder, body: order });
  if (minute % 5 === 1) await program.call(cancelOrder, { params: ofOrder, body: {} });
  if (minute % 5 === 2) {
    await program.call(putOrder, { params: ofOrder, body: { ...order, invoiceNumber: `INV-${minute}` } });
    const credit = { reference: `CN-${minute}`, amount: 10, number: `CR-${minute}` };
    await program.call(creditOrder, { params: ofOrder, body: credit });
  }
  if (minute % 5 > 2) await takeMoney(marina, reference, ofOrder.reference, minute);
}

async function putType(program: HttpClient, reference: string, position: number): Promise<{ number: number }> {
  const rules = { level: 'Account', expiryRequired: false, prompt: true } as const;
  const body = { position, name: { 'en-GB': reference, 'fr-FR': reference }, ...rules };
  return done(program.call(putDocumentType, { params: { reference }, body }));
}

// One is killed at random while it reads. The other answers wrongly half of the time, and is killed too.
test('[HOOK-3] [HOOK-4] two faulty consumers have exactly the portal’s objects after an hour of events', async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  const marina: TestTenant = await makeTenant(app, { hosts: ['marina.example.com'] });
  const customer = await signedInCustomer(app, marina, await makeAccount(marina, { reference: 'C-0' }));
  const { text: key } = await makeIntegrationKey(app, marina);
  const program = programWith(app, key);
  const description = { 'en-GB': 'News', 'fr-FR': 'Nouvelles' };
  await program.call(putConsentGroup, { params: { reference: 'news' }, body: { position: 1, description } });
  const { number: insurance } = await putType(program, 'insurance', 1);
  await putType(program, 'contract', 2);
  const portal = { marina, customer, program, insurance };
  const port = await freePort();
  const taking = consumerOf(endpoint, { PORT: String(port) });
  const reading = consumerOf(reader, { QUAYSIDE_URL: app.url, QUAYSIDE_KEY: key });
  const params = { reference: 'erp' };
  await program.call(putWebhookEndpoint, { params, body: { url: `http://127.0.0.1:${port}/` } });

  let child: ChildProcess | undefined;
  onTestFinished(() => void child?.kill('SIGKILL'));
  /** Sends what is due to the endpoint, which somebody has started again if it was killed. */
  const send = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) {
      child = taking.start();
      if (child.stdout) await once(child.stdout, 'data');
    }
    const ctx = await jobContextOf(app, marina.id);
    await sendWebhooks(ctx, 1, { privateHosts, chance: () => 0.5 });
  };
  const read = async () => (await once(reading.start(), 'exit'))[1] === null;

  for (let minute = 0; minute < 60; minute += 2) {
    await work(program, marina, minute);
    if (minute % 10 === 0) await customerWorks(portal, minute);
    await send();
    if (minute % 12 === 0) await read();
    app.clock.advance({ minutes: 2 });
  }
  const waiting = async () =>
    (await program.call(listWebhookDeliveries, { params, query: { state: 'waiting' } })).body.items.length;
  while ((await waiting()) > 0) {
    app.clock.advance({ minutes: 30 });
    await send();
  }
  let isWhole = false;
  while (!isWhole) isWhole = await read();

  const expected = await objectsOf(program);
  const kinds = new Set(Object.keys(expected).map((name) => name.split(' ')[0]));
  expect([...kinds]).toEqual([
    'site',
    'account',
    'boat',
    'order',
    'payment',
    'agreement',
    'document',
    'consent',
    'message',
  ]);
  expect(Object.keys(expected).length).toBeGreaterThan(60);
  for (const consumer of [taking, reading]) {
    expect(consumer.kills()).toBeGreaterThan(1);
    const objects = Object.entries(consumer.objects()).map(([name, { object }]) => [name, object] as const);
    expect(Object.fromEntries(objects)).toEqual(expected);
  }
}, 300_000);
