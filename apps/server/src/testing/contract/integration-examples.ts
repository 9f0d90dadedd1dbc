import { putAccount } from '@quayside/contract/integration/accounts.ts';
import { putBoat } from '@quayside/contract/integration/boats.ts';
import { putDocumentType } from '@quayside/contract/integration/document-types.ts';
import { putOfficeDocument } from '@quayside/contract/integration/documents.ts';
import { putEstimate } from '@quayside/contract/integration/estimates.ts';
import { putAgreement } from '@quayside/contract/integration/agreements.ts';
import { putConsent, putConsentGroup } from '@quayside/contract/integration/consents.ts';
import { putStay } from '@quayside/contract/integration/stays.ts';
import { putWaitingList, putWaitingListEntry } from '@quayside/contract/integration/waiting-lists.ts';
import { createImport } from '@quayside/contract/integration/imports.ts';
import { putOrder } from '@quayside/contract/integration/orders.ts';
import { putWebhookEndpoint } from '@quayside/contract/integration/events/webhooks.ts';
import type { HttpClient } from '../http-client.ts';
import type { Example } from './contract-example.ts';

const site = { name: 'Basin', address: 'Quay 1', telephone: '1', email: 'q@example.com', timeZone: 'Europe/London' };
const account = { site: 1, firstName: 'Jo', lastName: 'Sailor' };
const boat = { account: 'C-1', name: 'Tern', type: 'Yacht', length: 9.5, beam: 3, draft: 1.5, relationship: 'Owner' };
const line = { name: 'Berth', quantity: 1, unitPrice: 120, vatPercent: 20 };
const order = { account: 'C-1', type: 'Berthing', createdOn: '2026-05-01', dueOn: '2026-06-01', lines: [line] };

const agreement = { reference: 'A-1', account: 'C-1', type: 'Annual berth', declaration: '<p>You rent berth 1.</p>' };

/** The place of the owner of `makeContractFixture`. */
const entry = { list: 'L-1', account: 'C-7' };

/** The refund of `makeContractFixture`. */
const refund = { number: 'P000001', reference: 'RF-2026-0042' };

const webhook = { reference: 'back-office' };

const stay = { account: 'C-1', boat: 'Tern', arrivesOn: '2026-06-01', place: 'A 14', type: 'Visitor' };
const estimateLine = { tariff: 'Annual berth', quantity: 1, unitPrice: 2400, vatPercent: 20 };
const estimate = { account: 'C-1', createdOn: '2026-05-01', lines: [estimateLine] };
const paper = { account: 'C-1', type: 'survey', name: 'Survey 2026', createdOn: '2026-05-01' };
const given = { account: 'C-1', type: 'Annual berth', createdOn: '2026-05-01', signatureRequired: false };
const choice = { granted: true, givenAt: '2026-05-01' };
const waiting = { list: 'WL-1', account: 'C-1' };
const texts = (text: string) => ({ 'en-GB': text, 'fr-FR': text });
const documentType = {
  position: 1,
  name: texts('Survey'),
  level: 'Account' as const,
  expiryRequired: false,
  prompt: false,
};
const consentGroup = { position: 1, description: texts('News') };
const byName = (reference: string) => () => ({ params: { reference } });
const listed = () => ({ query: { limit: 10 }, isEverybodys: true });

/** Examples of the resources that are rows of the import and nothing else. */
const rowExamples: Record<string, () => Example> = {
  'stays.list': listed,
  'stays.get': byName('S-1'),
  'stays.put': () => ({ params: { reference: 'S-1' }, body: stay }),
  'stays.patch': () => ({ params: { reference: 'S-1' }, body: { departsOn: '2026-06-09' } }),
  'stays.delete': byName('S-1'),
  'estimates.list': listed,
  'estimates.get': byName('E-1'),
  'estimates.put': () => ({ params: { reference: 'E-1' }, body: estimate }),
  'estimates.patch': () => ({ params: { reference: 'E-1' }, body: { expiresOn: '2026-07-01' } }),
  'waitingLists.list': listed,
  'waitingLists.get': byName('WL-1'),
  'waitingLists.put': () => ({ params: { reference: 'WL-1' }, body: { title: 'Berths', type: 'Berth' } }),
  'waitingLists.patch': () => ({ params: { reference: 'WL-1' }, body: { title: 'Moorings' } }),
  'waitingListEntries.list': byName('WL-1'),
  'waitingListEntries.put': () => ({ params: waiting, body: { position: 1, addedOn: '2026-05-01' } }),
  'waitingListEntries.delete': () => ({ params: waiting }),
  'documentTypes.list': listed,
  'documentTypes.get': byName('survey'),
  'documentTypes.put': () => ({ params: { reference: 'survey' }, body: documentType }),
  'documentTypes.patch': () => ({ params: { reference: 'survey' }, body: { retired: true } }),
  'documents.list': listed,
  'officeDocuments.get': byName('D-1'),
  'officeDocuments.put': () => ({ params: { reference: 'D-1' }, body: paper }),
  'officeDocuments.putFile': byName('D-1'),
  'officeDocuments.file': byName('D-1'),
  'agreementTypes.list': () => ({ isEverybodys: true }),
  'agreements.list': listed,
  'agreements.get': byName('A-2'),
  'agreements.file': byName('A-2'),
  'agreements.put': () => ({ params: { reference: 'A-2' }, body: given }),
  'agreements.patch': () => ({ params: { reference: 'A-2' }, body: { signBy: '2026-07-01' } }),
  'consentGroups.list': listed,
  'consentGroups.get': byName('news'),
  'consentGroups.put': () => ({ params: { reference: 'news' }, body: consentGroup }),
  'consentGroups.patch': () => ({ params: { reference: 'news' }, body: { position: 2 } }),
  'consents.list': byName('news'),
  'consents.get': () => ({ params: { reference: 'news', account: 'C-1' } }),
  'consents.put': () => ({ params: { reference: 'news', account: 'C-1' }, body: choice }),
};

/** Valid input of every call of the integration API, about the things that `seedIntegration` makes. */
export const integrationExamples: Record<string, () => Example> = {
  ...rowExamples,
  'key.get': () => ({ isEverybodys: true }),
  'registrationCodes.get': byName('C-1'),
  'registrationCodes.create': () => ({ params: { reference: 'C-1' }, body: { mail: false }, status: 404 }),
  'invoices.list': listed,
  'invoices.get': () => ({ params: { number: 'INV-1' } }),
  'invoices.file': () => ({ params: { number: 'INV-1' } }),
  'allocations.list': listed,
  'refunds.list': () => ({ params: { number: 'P000001' }, query: { limit: 10 } }),
  'refunds.get': () => ({ params: refund }),
  // The refund is there already: the fixture has made it.
  'refunds.create': () => ({
    params: { number: refund.number },
    body: { reference: refund.reference, amount: 30, reason: 'Crane out of order' },
  }),
  'payments.receipt': () => ({ params: { number: 'P000001' } }),
  'messages.list': listed,
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
  'orders.allocate': () => ({ params: { reference: 'O-2' }, body: { amount: 80 }, status: 409 }),
  'payments.list': () => ({ query: { limit: 10 }, isEverybodys: true }),
  'payments.get': () => ({ params: { number: 'P000001' } }),
  'webhookEndpoints.list': () => ({ isEverybodys: true }),
  'webhookEndpoints.get': () => ({ params: webhook }),
  'webhookEndpoints.put': () => ({ params: webhook, body: { url: 'https://erp.example.com/quayside', isOn: false } }),
  'webhookEndpoints.rotate': () => ({ params: webhook, body: { overlapHours: 1 } }),
  'webhookEndpoints.delete': () => ({ params: webhook }),
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
  await program.call(putOrder, { params: { reference: 'O-3' }, body: { ...order, invoiceNumber: 'INV-1' } });
  await program.call(putStay, { params: { reference: 'S-1' }, body: stay });
  await program.call(putEstimate, { params: { reference: 'E-1' }, body: estimate });
  await program.call(putWaitingList, { params: { reference: 'WL-1' }, body: { title: 'Berths', type: 'Berth' } });
  await program.call(putWaitingListEntry, { params: waiting, body: { position: 1, addedOn: '2026-05-01' } });
  await program.call(putDocumentType, { params: { reference: 'survey' }, body: documentType });
  await program.call(putOfficeDocument, { params: { reference: 'D-1' }, body: paper });
  await program.call(putAgreement, { params: { reference: 'A-2' }, body: given });
  await program.call(putConsentGroup, { params: { reference: 'news' }, body: consentGroup });
  await program.call(putConsent, { params: { reference: 'news', account: 'C-1' }, body: choice });
  await program.call(createImport, { query: {} });
  const off = { url: 'https://erp.example.com/quayside', isOn: false };
  await program.call(putWebhookEndpoint, { params: webhook, body: off });
}
