import { runMigrations } from 'graphile-worker';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import * as tenants from './migrations/0001-tenants.ts';
import * as accounts from './migrations/0002-accounts.ts';
import * as identity from './migrations/0003-identity.ts';
import * as orders from './migrations/0004-orders.ts';
import * as payments from './migrations/0005-payments.ts';
import * as mail from './migrations/0006-mail.ts';
import * as jobs from './migrations/0007-jobs.ts';
import * as registration from './migrations/0010-registration.ts';
import * as accountConsentContact from './migrations/0011-account-consent-contact.ts';
import * as singleSignOn from './migrations/0012-single-sign-on.ts';
import * as auditAndStaff from './migrations/0013-audit-and-staff.ts';
import * as waitingLists from './migrations/0014-waiting-lists.ts';
import * as agreements from './migrations/0015-agreements.ts';
import * as documentsCards from './migrations/0016-documents-cards.ts';
import * as references from './migrations/0017-references.ts';
import * as loginSafety from './migrations/0019-login-safety.ts';
import * as sealCertificates from './migrations/0021-seal-certificates.ts';
import * as uploads from './migrations/0022-uploads.ts';
import * as estimatesStays from './migrations/0023-estimates-stays.ts';
import * as agreementSigning from './migrations/0026-agreement-signing.ts';
import * as fileNotesStayBoats from './migrations/0028-file-notes-stay-boats.ts';
import * as histories from './migrations/0029-histories.ts';
import * as bankKeys from './migrations/0030-bank-keys.ts';
import * as quickPay from './migrations/0031-quick-pay.ts';
import * as paymentPages from './migrations/0032-payment-pages.ts';
import * as cardComponents from './migrations/0033-card-components.ts';
import * as documentRetention from './migrations/0035-document-retention.ts';
import * as agreementTotals from './migrations/0036-agreement-totals.ts';
import * as afterThePayment from './migrations/0039-after-the-payment.ts';
import * as heldOrders from './migrations/0040-held-orders.ts';
import * as partialReversals from './migrations/0042-partial-reversals.ts';
import * as acceptHeaders from './migrations/0044-accept-headers.ts';
import * as walletsAndSignOn from './migrations/0045-wallets-and-sign-on.ts';
import * as signInPairs from './migrations/0046-sign-in-pairs.ts';
import * as leases from './migrations/0047-leases.ts';
import * as linkKeys from './migrations/0048-link-keys.ts';
import * as oldCookies from './migrations/0049-old-cookies.ts';
import * as lookUpsAfterEnds from './migrations/0050-look-ups-after-ends.ts';
import * as linkHashes from './migrations/0051-link-hashes-and-tls-sessions.ts';
import * as mailPayloads from './migrations/0052-mail-payloads.ts';
import * as officeMoney from './migrations/0053-office-money.ts';
import * as calendarLinks from './migrations/0055-calendar-links.ts';
import * as integrationKeys from './migrations/0056-integration-keys.ts';
import * as integrationResources from './migrations/0057-integration-resources.ts';
import * as refunds from './migrations/0060-refunds.ts';
import * as estimateAnswers from './migrations/0062-estimate-answers.ts';
import * as partialPayments from './migrations/0064-partial-payments.ts';
import * as secretKeys from './migrations/0067-secret-keys.ts';
import * as lineUnits from './migrations/0069-line-units.ts';
import * as events from './migrations/0070-events.ts';
import * as webhooks from './migrations/0072-webhooks.ts';
import * as listsOfPrograms from './migrations/0073-lists-of-programs.ts';
import * as paymentsOfPrograms from './migrations/0074-payments-of-programs.ts';
import * as workersWithoutLocks from './migrations/0076-workers-without-locks.ts';
import * as decisionsOfTheOffice from './migrations/0077-decisions-of-the-office.ts';
import * as imports from './migrations/0078-imports.ts';
import * as exports from './migrations/0080-exports.ts';
import * as numbersOfManyEvents from './migrations/0081-numbers-of-many-events.ts';
import * as rejectedDocuments from './migrations/0082-rejected-documents.ts';
import * as changesOfPrograms from './migrations/0083-changes-of-programs.ts';
import * as oldMails from './migrations/0086-old-mails.ts';
import * as erasedAccounts from './migrations/0087-erased-accounts.ts';
import * as lookFiles from './migrations/0088-look-files.ts';
import * as noticesToTheOffice from './migrations/0089-notices-to-the-office.ts';
import * as placesInLists from './migrations/0091-places-in-lists.ts';
import * as tenantsWithWork from './migrations/0092-tenants-with-work.ts';
import * as providersOfAllTenants from './migrations/0093-providers-of-all-tenants.ts';
import * as lanesOfWebhooks from './migrations/0096-lanes-of-webhooks.ts';
import * as newPapers from './migrations/0097-new-papers.ts';
import * as checkedProviders from './migrations/0098-checked-providers.ts';
import * as ordersToInvoice from './migrations/0099-orders-to-invoice.ts';
import * as addressesOnFile from './migrations/0102-addresses-on-file.ts';
import * as placesOfFiles from './migrations/0104-places-of-files.ts';
import * as moreAddressesOnFile from './migrations/0109-more-addresses-on-file.ts';
import * as orderOfFiles from './migrations/0110-order-of-files.ts';
import * as sitesWithoutProvider from './migrations/0111-sites-without-provider.ts';
import * as deletingAMarina from './migrations/0112-deleting-a-marina.ts';
import * as daysOfPayments from './migrations/0113-days-of-payments.ts';
import * as retiredBoats from './migrations/0114-retired-boats.ts';
import * as unclaimedLogins from './migrations/0115-unclaimed-logins.ts';
import * as retiredConsentGroups from './migrations/0116-retired-consent-groups.ts';
import * as lateDeliveries from './migrations/0119-late-deliveries.ts';
import * as failingWebhooks from './migrations/0120-failing-webhooks.ts';
import * as ineligibleCardsOfFiles from './migrations/0125-ineligible-cards-of-files.ts';
import { schemaVersion } from './schema-version.ts';
import { StartError } from '../lib/start-error.ts';

/** The order never changes: an applied migration is never changed, only followed by another one. */
const migrations: Record<string, Migration> = {
  '0001-tenants': tenants,
  '0002-accounts': accounts,
  '0003-identity': identity,
  '0004-orders': orders,
  '0005-payments': payments,
  '0006-mail': mail,
  '0007-jobs': jobs,
  '0010-registration': registration,
  '0011-account-consent-contact': accountConsentContact,
  '0012-single-sign-on': singleSignOn,
  '0013-audit-and-staff': auditAndStaff,
  '0014-waiting-lists': waitingLists,
  '0015-agreements': agreements,
  '0016-documents-cards': documentsCards,
  '0017-references': references,
  '0019-login-safety': loginSafety,
  '0021-seal-certificates': sealCertificates,
  '0022-uploads': uploads,
  '0023-estimates-stays': estimatesStays,
  '0026-agreement-signing': agreementSigning,
  '0028-file-notes-stay-boats': fileNotesStayBoats,
  '0029-histories': histories,
  '0030-bank-keys': bankKeys,
  '0031-quick-pay': quickPay,
  '0032-payment-pages': paymentPages,
  '0033-card-components': cardComponents,
  '0035-document-retention': documentRetention,
  '0036-agreement-totals': agreementTotals,
  '0039-after-the-payment': afterThePayment,
  '0040-held-orders': heldOrders,
  '0042-partial-reversals': partialReversals,
  '0044-accept-headers': acceptHeaders,
  '0045-wallets-and-sign-on': walletsAndSignOn,
  '0046-sign-in-pairs': signInPairs,
  '0047-leases': leases,
  '0048-link-keys': linkKeys,
  '0049-old-cookies': oldCookies,
  '0050-look-ups-after-ends': lookUpsAfterEnds,
  '0051-link-hashes-and-tls-sessions': linkHashes,
  '0052-mail-payloads': mailPayloads,
  '0053-office-money': officeMoney,
  '0055-calendar-links': calendarLinks,
  '0056-integration-keys': integrationKeys,
  '0057-integration-resources': integrationResources,
  '0060-refunds': refunds,
  '0062-estimate-answers': estimateAnswers,
  '0064-partial-payments': partialPayments,
  '0067-secret-keys': secretKeys,
  '0069-line-units': lineUnits,
  '0070-events': events,
  '0072-webhooks': webhooks,
  '0073-lists-of-programs': listsOfPrograms,
  '0074-payments-of-programs': paymentsOfPrograms,
  '0076-workers-without-locks': workersWithoutLocks,
  '0077-decisions-of-the-office': decisionsOfTheOffice,
  '0078-imports': imports,
  '0080-exports': exports,
  '0081-numbers-of-many-events': numbersOfManyEvents,
  '0082-rejected-documents': rejectedDocuments,
  '0083-changes-of-programs': changesOfPrograms,
  '0086-old-mails': oldMails,
  '0087-erased-accounts': erasedAccounts,
  '0088-look-files': lookFiles,
  '0089-notices-to-the-office': noticesToTheOffice,
  '0091-places-in-lists': placesInLists,
  '0092-tenants-with-work': tenantsWithWork,
  '0093-providers-of-all-tenants': providersOfAllTenants,
  '0096-lanes-of-webhooks': lanesOfWebhooks,
  '0097-new-papers': newPapers,
  '0098-checked-providers': checkedProviders,
  '0099-orders-to-invoice': ordersToInvoice,
  '0102-addresses-on-file': addressesOnFile,
  '0104-places-of-files': placesOfFiles,
  '0109-more-addresses-on-file': moreAddressesOnFile,
  '0110-order-of-files': orderOfFiles,
  '0111-sites-without-provider': sitesWithoutProvider,
  '0112-deleting-a-marina': deletingAMarina,
  '0113-days-of-payments': daysOfPayments,
  '0114-retired-boats': retiredBoats,
  '0115-unclaimed-logins': unclaimedLogins,
  '0116-retired-consent-groups': retiredConsentGroups,
  '0119-late-deliveries': lateDeliveries,
  '0120-failing-webhooks': failingWebhooks,
  '0125-ineligible-cards-of-files': ineligibleCardsOfFiles,
};

/**
 * Brings the schema up to date, and grants the application's role its rights. Several processes may do it at once.
 * @throws StartError that names the migration that failed; the schema is then the old one
 * @param ownerUrl connection of the role that owns the tables (`MIGRATION_DATABASE_URL`)
 * @param appRole name of the role that `DATABASE_URL` logs in as
 */
export async function migrate(ownerUrl: string, appRole: string): Promise<void> {
  await runMigrations({ connectionString: ownerUrl });
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2, connectionTimeoutMillis: 10_000, keepAlive: true });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error, results = [] } = await migrator.migrateToLatest();
    const failed = results.find(({ status }) => status === 'Error')?.migrationName;
    if (error) throw explain(error as Error, failed);
    await grantToApplication(db, appRole);
  } finally {
    await db.destroy();
  }
}

/** @param failed the migration that failed, if one began */
function explain(error: Error, failed: string | undefined): Error {
  // One transaction runs all of them, so none is left half-done.
  if (failed !== undefined)
    return new StartError(
      `The migration ${failed} failed: ${error.message}. The tables are as they were before this start, so the ` +
        'last version can serve. Correct the cause and start again.',
      { cause: error },
    );
  const [, unknown] = /previously executed migration (\S+) is missing/.exec(error.message) ?? [];
  if (unknown === undefined) return error;
  return new StartError(
    `The database was made by another version of Quayside, which this one doesn't know (${unknown}). Start that ` +
      'version, or restore the backup from before it.',
  );
}

/**
 * Grants rights again after every migration, so that no new table is forgotten. It also stores the schema's
 * version.
 */
async function grantToApplication(db: Kysely<unknown>, appRole: string): Promise<void> {
  const role = sql.id(appRole);
  await db.transaction().execute(async (trx) => {
    // Two servers that start at once must not grant at once: PostgreSQL fails with "tuple concurrently updated".
    await sql`select pg_advisory_xact_lock(7201844)`.execute(trx);
    await sql`grant usage on schema public, graphile_worker to ${role}`.execute(trx);
    await sql`grant select, insert, update, delete on all tables in schema public to ${role}`.execute(trx);
    await sql`revoke insert, update, delete on tenants, tenant_hosts, kysely_migration, kysely_migration_lock from
    ${role}`.execute(trx);
    // Only append_audit writes the audit trail.
    await sql`revoke insert, update, delete on audit_entries, audit_heads, earlier_audit_entries from ${role}`.execute(
      trx,
    );
    await sql`grant usage on all sequences in schema public to ${role}`.execute(trx);
    await sql`grant execute on all functions in schema public, graphile_worker to ${role}`.execute(trx);
    await sql`grant select, insert, update, delete on all tables in schema graphile_worker to ${role}`.execute(trx);
    await sql`grant usage on all sequences in schema graphile_worker to ${role}`.execute(trx);
    await sql`comment on table kysely_migration is ${sql.lit(schemaVersion)}`.execute(trx);
  });
}
