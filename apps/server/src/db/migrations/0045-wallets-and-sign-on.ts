import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sign_ons
      -- sha-256 of the provider's state: by it an answer from another site's form finds its visit without a cookie
      add column state_hash bytea`.execute(db);
  await sql`create unique index on sign_ons (tenant_id, state_hash)`.execute(db);
  await settleProviders(db);
}

/**
 * Corrects stored settings that would be refused today; a marina could take no cards otherwise. Row security is
 * lifted meanwhile, because it binds the owner too.
 */
export async function settleProviders(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_providers no force row level security`.execute(db);
  // With real money Google opens no sheet for a merchant that it does not know.
  await sql`
    update payment_providers set settings = jsonb_set(settings, '{googlePay}', 'null')
    where key = 'paysafe' and settings -> 'inTestMode' = 'false' and jsonb_typeof(settings -> 'googlePay') = 'object'
      and coalesce(settings #>> '{googlePay,merchantId}', '') = ''`.execute(db);
  await sql`
    update payment_providers set settings = jsonb_set(settings, '{acceptedCards}', (
      select coalesce(jsonb_agg(code), '[]') from jsonb_array_elements_text(settings -> 'acceptedCards') as code
      where upper(code) in ('AM', 'DC', 'DI', 'JC', 'MC', 'MD', 'PL', 'SO', 'VD', 'VE', 'VI', 'AMEX', 'DINERS',
        'DISCOVER', 'INTERAC', 'JCB', 'MAESTRO', 'MASTERCARD', 'VISA')))
    where jsonb_typeof(settings -> 'acceptedCards') = 'array'`.execute(db);
  await sql`alter table payment_providers force row level security`.execute(db);
}
