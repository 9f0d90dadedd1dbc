import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Row security is lifted meanwhile, because it binds the owner too.
  await sql`alter table payments no force row level security`.execute(db);
  await lookUpAgain(db);
  await sql`alter table payments force row level security`.execute(db);
}

/**
 * Makes attempts due that an older version ended without their provider's word and never asked about again. Their
 * money may still appear while it is looked for (`mayTurnUp` and `nextCheck`, as they were when this was written).
 */
async function lookUpAgain(db: Kysely<unknown>): Promise<void> {
  await sql`
    update payments set check_at = now()
    where state in ('declined', 'cancelled', 'expired') and check_at is null
      and coalesce(sent_at, created_at) > now() - interval '3 days'
      and (coalesce(ended_by, '') not in ('declined', 'authenticationFailed')
        or error_code = 'PROVIDER_UNAVAILABLE' or channel = 'Redirect')`.execute(db);
}
