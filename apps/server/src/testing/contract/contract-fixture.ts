import { createHash } from 'node:crypto';
import { getQuickPayOrder } from '@quayside/contract/orders/quick-pay.ts';
import { sql } from 'kysely';
import { saveProvider } from '../../features/payments/providers/providers.service.ts';
import { payerCookie } from '../../http/origin/cookie-names.ts';
import { hashToken, makeToken } from '../../lib/secrets/secret-token.ts';
import type { FileStorage } from '../../providers/files/file-storage.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { makeReadableAgreement, makeSignedAgreement, makeStoredFile } from '../factories/agreements.ts';
import { consentKey, giveConsent, makeConsentGroup, makeUnsubscribableMail } from '../factories/consents.ts';
import { makeEstimate, makeStay } from '../factories/estimates.ts';
import {
  makeAccount,
  makeConfirmationToken,
  makeLogin,
  makeRenewalCodeOf,
  makeResetToken,
  makeStaffLinkTo,
  makeTenant,
  sampleSettings,
  type SignedIn,
  signedInCustomer,
  signedInStaff,
  type TestAccount,
  type TestTenant,
} from '../factories/factories.ts';
import { makeMailLink } from '../factories/mail-links.ts';
import { makeMessage } from '../factories/messages.ts';
import { makeAgreement, makeOrder, type Owner } from '../factories/orders.ts';
import {
  makeDocument,
  makeDocumentType,
  makeIneligibleCard,
  makeWaitingListEntry,
  storeContent,
} from '../factories/papers.ts';
import { insertMadeRefund, insertPayment } from '../factories/payments.ts';
import type { HttpClient } from '../http-client.ts';
import { idleComponents, makeKeptCard } from '../payments/component-payments.ts';

/** The data of the tests that walk the contract: one account's things, and everybody who might ask for them. */
export interface ContractFixture {
  app: TestApp;
  tenant: TestTenant;
  /** The owner of the things. */
  owner: SignedIn & { loginId: number };
  staff: SignedIn;
  /** Another account of the same marina. */
  neighbour: SignedIn;
  /** A customer of another marina. */
  foreigner: SignedIn;
  orderId: number;
  orderGuid: string;
  /** The guid of an order that is paid. */
  paidOrderGuid: string;
  /** The guid of an order whose customer hasn't registered. */
  unregisteredOrderGuid: string;
  /** A browser that opened that order by its link, with the attempts that it started. */
  payer: { client: HttpClient } & Attempts;
  /** A browser that opened another order of the owner. */
  otherPayer: HttpClient;
  estimateId: number;
  /** The owner's document, with its file. */
  documentId: number;
  /** The owner's document as announced, without its file. */
  waitingDocument: { id: number; documentTypeId: number; name: string };
  ineligibleCardId: number;
  /** The owner's own attempts. */
  waiting: Attempts['waiting'];
  completed: Attempts['completed'];
  paypal: Attempts['paypal'];
  /** An account that nobody has registered yet, with its code. */
  newcomer: { guid: string; renewalCode: string };
  /** The token of a mail to a login of this marina. */
  resetToken: string;
  /** The token of a mail to the address that a login is to have. */
  confirmationToken: string;
  /** A consent that the owner gave, and the key of a mail that was sent under it. */
  consent: { groupId: number; token: string; key: string };
  /** The short link of a mail to the owner. */
  mailLink: { id: number; token: string };
  /** The token of a calendar's secret address. */
  calendarToken: string;
  /** The token of a link to view the owner's portal. */
  staffLinkToken: string;
  /** An agreement that waits for the owner's signature, and the owner's address. */
  unsignedAgreement: { guid: string; email: string };
  /** An agreement of an account without an address on file. */
  namelessAgreementGuid: string;
  /** An agreement that the owner signed, with the key of the mail about it. */
  signedAgreement: { guid: string; key: string };
  fileGuid: string;
  /** A card that the second card provider keeps. */
  keptCardId: number;
  close(): Promise<void>;
}

type Attempt = { id: number; merchantRefNumber: string };

interface Attempts {
  /** An attempt that waits for its customer. */
  waiting: Attempt;
  completed: Attempt;
  /** A declined PayPal attempt. The token is PayPal's name for it. */
  paypal: { token: string };
}

/**
 * Makes attempts in several states.
 * @param orderKeyHash the key of the browser that makes them by a link; null: the owner makes them
 */
async function makeAttempts({ db }: TestTenant, owner: Owner, orderKeyHash: Buffer | null = null): Promise<Attempts> {
  const held = await makeOrder(db, owner);
  const paid = await makeOrder(db, owner);
  return {
    waiting: await insertPayment(db, owner, { state: 'created', orderId: held.id, orderKeyHash }),
    completed: await insertPayment(db, owner, { state: 'allocated', orderId: paid.id, orderKeyHash }),
    paypal: await makePaypalAttempt(db, owner, { state: 'declined', orderId: paid.id, orderKeyHash }),
  };
}

async function makePaypalAttempt(
  ...[db, owner, overrides]: Parameters<typeof insertPayment>
): Promise<Attempts['paypal']> {
  const { id } = await insertPayment(db, owner, overrides);
  const token = `ORDEROFPAYPAL${String(id).padStart(4, '0')}`;
  const byPaypal = { provider_key: 'paypal', channel: 'PayPal', provider_reference: token };
  const payments = db.updateTable('payments').set(byPaypal).where('tenant_id', '=', owner.tenantId);
  await payments.where('id', '=', id).execute();
  return { token };
}

/** Opens an order by its link, in a new browser. */
async function openLink(app: TestApp, guid: string): Promise<{ client: HttpClient; keyHash: Buffer }> {
  const client = app.client('saltmarsh');
  await client.call(getQuickPayOrder, { params: { guid } });
  const token = client.cookies.get(payerCookie) ?? '';
  return { client, keyHash: createHash('sha256').update(token).digest() };
}

/** Every field that the account form requires, so that sending the form unchanged is valid and changes nothing. */
const completeDetails = {
  reference: 'C-7',
  title: 'Mr',
  mobile: '+447700900123',
  address1: '1 Quay Road',
  town: 'Saltmarsh',
  postcode: 'SM1 1AA',
  country_code: 'GB',
};

/** Makes the calendar address of an account that no other example changes. */
async function makeCalendarToken(tenant: TestTenant, now: Date): Promise<string> {
  const { id } = await makeAccount(tenant);
  const token = makeToken();
  await tenant.db
    .insertInto('calendar_links')
    .values({
      tenant_id: tenant.id,
      account_id: id,
      token_hash: hashToken(token),
      language: 'en-GB',
      created_at: now,
    })
    .execute();
  return token;
}

async function makeConsent(tenant: TestTenant, account: TestAccount): Promise<ContractFixture['consent']> {
  const groupId = await makeConsentGroup(tenant);
  await giveConsent(tenant, account, groupId);
  const token = await makeUnsubscribableMail(tenant, account, groupId);
  return { groupId, token, key: await consentKey(tenant, account) };
}

/** Makes papers that a neighbour must not learn of. */
async function makePapers({ db }: TestTenant, files: FileStorage, owner: Owner, now: Date) {
  await makeAgreement(db, owner);
  const document = await makeDocument(db, owner, await makeDocumentType(db, owner.tenantId));
  await storeContent(db, files, owner, document.fileGuid);
  const documentTypeId = await makeDocumentType(db, owner.tenantId, { name: 'Identity' });
  const name = 'Passport';
  const { id } = await makeDocument(db, owner, documentTypeId, {
    name,
    expiresOn: '2027-05-16',
    createdAt: now,
    isPending: true,
  });
  const ineligibleCardId = await makeIneligibleCard(db, owner);
  await makeWaitingListEntry(db, owner, { reference: 'L-1' });
  await makeMessage(db, owner);
  await makeStay(db, owner);
  return { documentId: document.id, waitingDocument: { id, documentTypeId, name }, ineligibleCardId };
}

const everything = sampleSettings({ features: { 'accept-estimates': true, 'ineligible-vaulted-cards': true } });

/**
 * Makes two marinas with something of each kind in them.
 * @param settings of the owner's marina; default: everything is on
 * @param options of the test's application
 * @param connect opens its database in another way
 */
export async function makeContractFixture(
  settings = everything,
  options: Parameters<typeof startTestApp>[0] = {},
  ...database: Parameters<typeof startTestApp> extends [unknown?, ...infer Rest] ? Rest : never
): Promise<ContractFixture> {
  const app = await startTestApp(options, ...database);
  const tenant = await makeTenant(app, { key: 'saltmarsh', settings });
  const elsewhere = await makeTenant(app, { key: 'port-azur', settings: everything });
  // Made first, so that nobody elsewhere has the same running numbers as the owner.
  const neighbour = await signedInCustomer(app, tenant);
  const customer = await signedInCustomer(app, tenant, await makeAccount(tenant, completeDetails));
  const owner = { ...customer, loginId: customer.loginId ?? 0 };
  const thingsOf = { tenantId: tenant.id, accountId: owner.account.id, siteId: 1 };
  const order = await makeOrder(tenant.db, thingsOf);
  const paid = await makeOrder(tenant.db, thingsOf);
  const { id: paymentId } = await insertPayment(tenant.db, thingsOf, { state: 'allocated', orderId: paid.id });
  await insertMadeRefund(tenant.db, tenant.id, paymentId, 'RF-2026-0042');
  const byLink = await openLink(app, order.guid);
  const other = await openLink(app, (await makeOrder(tenant.db, thingsOf)).guid);
  const papers = await makePapers(tenant, app.files, thingsOf, app.clock.now());
  const components = { siteId: 1, key: 'clearAccept', position: 2, settings: idleComponents };
  await saveProvider(tenant.db, tenant.id, components);
  const nameless = { ...thingsOf, accountId: (await makeAccount(tenant, { email: '' })).id };
  const newcomer = await makeAccount(tenant);
  const stranger = await makeAccount(tenant);
  const forgetful = await makeLogin(tenant, await makeAccount(tenant));
  const mover = await makeLogin(tenant, await makeAccount(tenant));
  const signed = await makeSignedAgreement(tenant.db, thingsOf, app.clock.now());
  // Sealed already, so that reading the paper changes nothing.
  const sealed = { content: Buffer.from('%PDF-1.7 sealed'), agreementId: signed.id, kind: 'sealed' } as const;
  return {
    app,
    tenant,
    newcomer: { guid: newcomer.guid, renewalCode: await makeRenewalCodeOf(tenant, newcomer) },
    resetToken: await makeResetToken(tenant, forgetful.id, app.clock.now()),
    confirmationToken: await makeConfirmationToken(tenant, mover.id, 'moved@example.com', app.clock.now()),
    owner,
    staff: await signedInStaff(app, tenant, owner.account),
    neighbour,
    foreigner: await signedInCustomer(app, elsewhere),
    orderId: order.id,
    orderGuid: order.guid,
    paidOrderGuid: paid.guid,
    unregisteredOrderGuid: (await makeOrder(tenant.db, { ...thingsOf, accountId: stranger.id })).guid,
    payer: { client: byLink.client, ...(await makeAttempts(tenant, thingsOf, byLink.keyHash)) },
    otherPayer: other.client,
    estimateId: await makeEstimate(tenant.db, thingsOf),
    ...papers,
    ...(await makeAttempts(tenant, thingsOf)),
    calendarToken: await makeCalendarToken(tenant, app.clock.now()),
    staffLinkToken: await makeStaffLinkTo(tenant, owner.account, app.clock.now()),
    mailLink: await makeMailLink(tenant, owner.account, { orderId: order.id }, app.clock.now()),
    consent: await makeConsent(tenant, owner.account),
    unsignedAgreement: {
      ...(await makeReadableAgreement(tenant.db, thingsOf)),
      email: 'robin.test@example.com',
    },
    namelessAgreementGuid: (await makeReadableAgreement(tenant.db, nameless)).guid,
    signedAgreement: signed,
    keptCardId: await makeKeptCard(tenant.db, thingsOf),
    fileGuid: await makeStoredFile(tenant.db, app.files, thingsOf, sealed),
    close: app.close,
  };
}

/**
 * Returns all rows of all tables in one text, to check that nothing changed. It leaves out sessions, which change
 * with every request, and the audit trail, which records refusals too.
 */
export async function contents({ app, tenant }: ContractFixture): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relkind = 'r' and c.relname not in ('sessions', 'rate_limits', 'audit_entries', 'audit_heads')
    order by 1`.execute(tenant.db);
  // One statement for all tables, because tests ask this before and after hundreds of calls.
  const each = tables.map(
    ({ name }) =>
      sql`select ${sql.lit(name)} as name, array(select t::text from ${sql.table(name)} t order by 1) as rows`,
  );
  const { rows } = await sql<{ name: string; rows: string[] }>`${sql.join(each, sql` union all `)} order by 1`.execute(
    app.database.forTenant(tenant.id),
  );
  return rows.map(({ name, rows: texts }) => [name, ...texts].join('\n')).join('\n\n');
}
