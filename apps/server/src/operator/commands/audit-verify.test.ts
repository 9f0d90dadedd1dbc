import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { auditOf, tamperWithAudit } from '../../testing/audit.ts';
import { makeTenant } from '../../testing/factories/factories.ts';
import { makeAgreementSignedOverHttp } from '../../testing/signed-agreement.ts';
import { runOperator } from '../testing/operator.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('[AGR-9] `audit verify` finds an agreement’s event that was removed, changed or moved', async () => {
  const tenant = await makeTenant(app);
  const { guid } = await makeAgreementSignedOverHttp(app, tenant);
  const entries = await auditOf(tenant);
  const events = entries.map(({ event, subject }) => (subject?.id === guid ? event : null));
  const numberOf = (event: string) => 1 + events.indexOf(event as never);
  const [viewed, signed, sealed] = ['agreement.viewed', 'agreement.signed', 'agreement.sealed'].map(numberOf);
  expect([viewed, signed, sealed]).not.toContain(0);

  const tamper = (...statements: string[]) => tamperWithAudit(app.ownerDb, tenant, statements);
  const verify = async () => {
    const database = app.testDatabase;
    return (await runOperator(['audit', 'verify', '--tenant', tenant.key], { database })).out.trim();
  };
  await tamper('create table kept as select tenant_id, sequence, content, previous_hash, hash from audit_entries');
  const columns = '(tenant_id, sequence, content, previous_hash, hash)';
  const restore = ['delete from audit_entries', `insert into audit_entries ${columns} select * from kept`];
  const whole = new RegExp(`^${tenant.key}: ${entries.length} entries, whole`);
  expect(await verify()).toMatch(whole);
  const tampers: [statement: string, found: string][] = [
    [`delete from audit_entries where sequence = ${signed}`, `entry ${signed} is missing`],
    [
      `update audit_entries set content = replace(content::text, 'drawn', 'typed')::json where sequence = ${signed}`,
      `entry ${signed} was changed`,
    ],
    [
      `update audit_entries one set content = other.content from kept other
         where one.sequence in (${viewed}, ${sealed}) and other.sequence = ${viewed} + ${sealed} - one.sequence`,
      `entry ${viewed} was changed`,
    ],
  ];
  for (const [statement, found] of tampers) {
    await tamper(statement);
    expect(await verify()).toBe(`${tenant.key}: BROKEN: ${found}`);
    await tamper(...restore);
    expect(await verify()).toMatch(whole);
  }
});
