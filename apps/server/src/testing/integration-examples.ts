import { putAccount } from '@quayside/contract/integration/accounts.ts';
import { putBoat } from '@quayside/contract/integration/boats.ts';
import { createImport } from '@quayside/contract/integration/imports.ts';
import { putOrder } from '@quayside/contract/integration/orders.ts';
import { putWebhookEndpoint } from '@quayside/contract/integration/webhooks.ts';
import type { Example } from './contract-example.ts';
import type { HttpClient } from './http-client.ts';

const site = { name: 'Basin', address: 'Quay 1', telephone: '1', email: 'q@example.com', timeZone: 'Europe/London' };
const account = { site: 1, firstName: 'Jo', lastName: 'Sailor' };
const boat = { account: 'C-1', name: 'Tern', type: 'Yacht', length: 9.5, beam: 3, draft: 1.5, relationship: 'Owner' };
const line = { name: 'Berth', quantity: 1, unitPrice: 120, vatPercent: 20 };
const order = { account: 'C-1', type: 'Berthing', createdOn: '2026-05-01', dueOn: '2026-06-01', lines: [line] };

const agreement = { reference: 'A-1', account: 'C-1', type: 'Annual berth', declaration: '<p>You rent berth 1.</p>' };

/** The place of the owner of `makeContractFixture`. */
const entry = { list: 'L-1', account: 'C-7' };

const webhook = { reference: 'back-office' };

/** Valid input of every call of the integration API, about the things that `seedIntegration` makes. */
export const integrationExamples: Record<string, () => Example> = {
  'key.get': () => ({ isEverybodys: true }),
  'sites.list': () => ({ query: { limit: 10 }, isEverybodys: true }),
  'sites.get': () => ({ params: { number: 1 } }),
  'sites.put': () => ({ params: { number: 1 }, body: site }),
  'sites.patch': () => ({ params: { number: 1 }, body: { name: 'West basin' } }),
  'accounts.list': () => ({ query: { limit: 10 }, isEverybodys: true }),
  'accounts.get': () => ({ params: { reference: 'C-1' } }),
  'accounts.put': () => ({ params: { reference: 'C-1' }, body: account }),
  'accounts.patch': () => ({ params: { reference: 'C-1' }, body: { firstName: 'Joanna' } }),
  'boats.list': () => ({ query: { limit: 10 }, isEverybodys: true }),
  'boats.get': () => ({ params: { reference: 'B-1' } }),
  'boats.put': () => ({ params: { reference: 'B-1' }, body: boat }),
  'boats.patch': () => ({ params: { reference: 'B-1' }, body: { name: 'Arctic tern' } }),
  'orders.list': () => ({ query: { limit: 10 }, isEverybodys: true }),
  'orders.get': () => ({ params: { reference: 'O-1' } }),
  'orders.put': () => ({ params: { reference: 'O-1' }, body: order }),
  'orders.patch': () => ({ params: { reference: 'O-1' }, body: { dueOn: '2026-07-01' } }),
  'events.list': () => ({ query: { limit: 10 }, isEverybodys: true }),
  'orders.cancel': () => ({ params: { reference: 'O-2' }, body: {} }),
  'orders.credit': () => ({ params: { reference: 'O-1' }, body: { reference: 'CN-1', amount: 20, number: 'CR-1' } }),
  'payments.list': () => ({ query: { limit: 10 }, isEverybodys: true }),
  'payments.get': () => ({ params: { number: 'P000001' } }),
  'webhookEndpoints.list': () => ({ isEverybodys: true }),
  'webhookEndpoints.get': () => ({ params: webhook }),
  'webhookEndpoints.put': () => ({ params: webhook, body: { url: 'https://erp.example.com/quayside', isOn: false } }),
  'webhookEndpoints.rotate': () => ({ params: webhook, body: { overlapHours: 1 } }),
  'webhookEndpoints.test': () => ({ params: webhook }),
  'webhookDeliveries.list': () => ({ params: webhook, query: { limit: 10 } }),
  'webhookDeliveries.replay': () => ({ params: webhook, body: { from: 1, to: 2 } }),
  'documents.get': () => ({ params: { number: 1 } }),
  'documents.file': () => ({ params: { number: 1 } }),
  'documents.accept': () => ({ params: { number: 1 }, body: { reason: 'Thank you' } }),
  'documents.reject': () => ({ params: { number: 1 }, body: { reason: 'It has expired' } }),
  'agreements.send': () => ({ body: agreement, isEverybodys: true, status: 404 }),
  'messages.get': () => ({ params: { number: 1 } }),
  'messages.answer': () => ({ params: { number: 1 }, body: { answer: 'Yes, B 17 is free.' } }),
  'waitingListEntries.get': () => ({ params: entry }),
  'waitingListEntries.move': () => ({ params: entry, body: { position: 2, reason: 'Two have left.' } }),
  'export.get': () => ({ isEverybodys: true }),
  'imports.create': () => ({ query: { dryRun: 'true' }, status: 201 }),
  'imports.get': () => ({ params: { id: 1 } }),
  'payLinks.create': () => ({ params: { reference: 'O-1' }, body: { mail: false }, status: 404 }),
};

/** Makes one object of each kind. @param program has a key with every scope */
export async function seedIntegration(program: HttpClient): Promise<void> {
  await program.call(putAccount, { params: { reference: 'C-1' }, body: account });
  await program.call(putBoat, { params: { reference: 'B-1' }, body: boat });
  for (const reference of ['O-1', 'O-2']) await program.call(putOrder, { params: { reference }, body: order });
  await program.call(createImport, { query: {} });
  const off = { url: 'https://erp.example.com/quayside', isOn: false };
  await program.call(putWebhookEndpoint, { params: webhook, body: off });
}
