import { type Kysely, sql } from 'kysely';
import { protectByTenant } from './row-security.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The time at which the session's owner last proved who they are (decision C4.3).
  await sql`alter table sessions add authenticated_at timestamptz`.execute(db);
  await sql`update sessions set authenticated_at = created_at`.execute(db);
  await sql`alter table sessions alter authenticated_at set not null`.execute(db);
  // A login's address counts as confirmed after its owner opened a link that was mailed to it. Existing addresses
  // count as confirmed.
  await sql`
    alter table logins
      add email_confirmed_at timestamptz,
      -- the language of the last sign-in, for mails that nobody requested
      add language text`.execute(db);
  await sql`update logins set email_confirmed_at = created_at`.execute(db);
  // A login has one confirmation: the newest replaces those before it. With the login's own address it only
  // confirms that.
  await sql`
    create table address_confirmations (
      tenant_id int not null,
      login_id int not null,
      -- trimmed and lower-cased
      email text not null check (email = lower(btrim(email))),
      -- sha-256 of the mail's token, which is stored nowhere; null until the mail is written
      token_hash bytea,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      primary key (tenant_id, login_id),
      unique (tenant_id, token_hash),
      foreign key (tenant_id, login_id) references logins (tenant_id, id)
    )`.execute(db);
  await protectByTenant(db, 'address_confirmations');
  await sql`
    alter table mails
      add login_id int,
      add payment_alert_id int,
      add foreign key (tenant_id, login_id) references logins (tenant_id, id),
      add foreign key (tenant_id, payment_alert_id) references payment_alerts (tenant_id, id)`.execute(db);
  await sql`create index on mails (tenant_id, login_id) where login_id is not null`.execute(db);
  await sql`create index on mails (tenant_id, payment_alert_id) where payment_alert_id is not null`.execute(db);
}
