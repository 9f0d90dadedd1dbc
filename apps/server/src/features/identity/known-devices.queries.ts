import type { TenantDb } from '../../db/client.ts';
import { fixedQuery } from '../../db/sql/fixed-query.ts';

/** Returns the login of this name if a browser with this token signed in to it. */
export const devicesByName = fixedQuery((db, values: { tenantId: number; tokenHash: Buffer; name: string }) =>
  db
    .selectFrom('known_devices as d')
    .innerJoin('logins as l', (join) => join.onRef('l.tenant_id', '=', 'd.tenant_id').onRef('l.id', '=', 'd.login_id'))
    .select('d.login_id')
    .where('d.tenant_id', '=', values.tenantId)
    .where('d.token_hash', '=', values.tokenHash)
    .where('l.email', '=', values.name),
);

/** Returns the logins of a browser. */
export const loginsOfDevice = fixedQuery((db, values: { tenantId: number; tokenHash: Buffer }) =>
  db
    .selectFrom('known_devices')
    .select(['login_id', 'used_at'])
    .where('tenant_id', '=', values.tenantId)
    .where('token_hash', '=', values.tokenHash),
);

/** Notes that a browser signed in to a login. */
export const saveDevice = fixedQuery(
  (db, values: { tenantId: number; tokenHash: Buffer; loginId: number; usedAt: Date }) =>
    db
      .insertInto('known_devices')
      .values({
        tenant_id: values.tenantId,
        token_hash: values.tokenHash,
        login_id: values.loginId,
        used_at: values.usedAt,
      })
      .onConflict((on) =>
        on
          .columns(['tenant_id', 'login_id', 'token_hash'])
          .doUpdateSet({ used_at: (row) => row.ref('excluded.used_at') }),
      ),
);

/** Forgets all browsers of a login, because it has a new password. */
export async function deleteDevices(trx: TenantDb, tenantId: number, loginId: number): Promise<void> {
  await trx.deleteFrom('known_devices').where('tenant_id', '=', tenantId).where('login_id', '=', loginId).execute();
}

/** Forgets browsers that nobody used since `before`. */
export async function deleteOldDevices(db: TenantDb, tenantId: number, before: Date): Promise<void> {
  await db.deleteFrom('known_devices').where('tenant_id', '=', tenantId).where('used_at', '<', before).execute();
}
