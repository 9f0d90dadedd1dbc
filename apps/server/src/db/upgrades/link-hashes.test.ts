import { openMailLink } from '@quayside/contract/identity/mail-links.ts';
import { unsubscribe } from '@quayside/contract/account/consent.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { hashToken } from '../../lib/secrets/secret-token.ts';
import { startTestApp } from '../../testing/app.ts';
import { migrationDatabase } from '../../testing/databases/migration-database.ts';
import { makeConsentGroup, makeUnsubscribableMail } from '../../testing/factories/consents.ts';
import { makeAccount, makeTenant } from '../../testing/factories/factories.ts';
import { makeMailLink } from '../../testing/factories/mail-links.ts';
import { codeOf } from '../../testing/http-client.ts';
import { up } from '../migrations/0051-link-hashes-and-tls-sessions.ts';

test('[SHELL-19] links that were mailed before the update open after it once, and used ones stay used', async () => {
  const app = await startTestApp();
  onTestFinished(app.close);
  const marina = await makeTenant(app);
  const account = await makeAccount(marina);
  const link = () => makeMailLink(marina, account, { accountId: account.id }, app.clock.now());
  const [waiting, used] = [await link(), await link()];
  const consent = await makeUnsubscribableMail(marina, account, await makeConsentGroup(marina));

  const owner = migrationDatabase(app);
  await sql`alter table mails drop column link_hash, drop column link_used_at`.execute(owner);
  await sql`alter table sessions drop column is_opened_over_tls, add column old_cookie_until timestamptz`.execute(
    owner,
  );
  for (const [word, { id, token }] of [['waiting', waiting] as const, ['used', used] as const])
    await marina.db
      .updateTable('mails')
      .set({ unsubscribe_token: `${word}:${hashToken(token).toString('base64url')}` })
      .where('id', '=', id)
      .execute();
  await up(owner);

  const open = (params: { id: number; token: string }) => app.client(marina.key).call(openMailLink, { params });
  expect(codeOf(await open(used))).toBe('410 INVALID_TOKEN');
  expect((await open(waiting)).body).toEqual({ target: 'documents', guid: null });
  expect(codeOf(await open(waiting))).toBe('410 INVALID_TOKEN');
  const left = await marina.db.selectFrom('mails').select('unsubscribe_token').orderBy('id').execute();
  expect(left.map((mail) => mail.unsubscribe_token)).toEqual([null, null, consent]);
  expect((await app.client(marina.key).call(unsubscribe, { params: { token: consent } })).status).toBe(200);
});
