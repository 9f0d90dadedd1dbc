import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { makeAccount, makeTenant, sampleSite } from '../../../testing/factories/factories.ts';
import { makeAgreement, makeOrder } from '../../../testing/factories/orders.ts';
import { runOperator } from '../../testing/operator.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('[RUN-164] no link goes to an order whose agreement nobody can sign any more; the command says why', async () => {
  const marina = await makeTenant(app, { hosts: ['dead.example.org'] });
  const owner = { tenantId: marina.id, accountId: (await makeAccount(marina)).id, siteId: 1 };
  const { id: agreementId } = await makeAgreement(marina.db, owner, { withdrawnAt: new Date('2026-05-01T10:00:00Z') });
  const { id } = await makeOrder(marina.db, owner, { agreementId });
  const order = ['--tenant', marina.key, '--order', String(id)];
  for (const command of [
    ['pay-link', ...order, '--mail'],
    ['mail-link', ...order],
  ])
    expect(await runOperator(command, { database: app.testDatabase })).toMatchObject({
      code: 1,
      err:
        `Order ${id} waits for agreement ${agreementId}, which nobody can sign any more: it is withdrawn, ` +
        'its last day is over, or agreements are switched off. Name another agreement at the order, or none.\n',
    });
  expect(await marina.db.selectFrom('mails').select('id').where('tenant_id', '=', marina.id).execute()).toEqual([]);
});

test('[RUN-170] no link goes to an agreement after its last day at its site; on that day one does', async () => {
  const marina = await makeTenant(app, {
    hosts: ['over.example.org'],
    sites: [sampleSite({ timeZone: 'Pacific/Auckland' })],
  });
  const owner = { tenantId: marina.id, accountId: (await makeAccount(marina)).id, siteId: 1 };
  const here = Temporal.Now.plainDateISO('Pacific/Auckland');
  const { id: over } = await makeAgreement(marina.db, owner, { signBy: here.subtract({ days: 1 }).toString() });
  const { id: last } = await makeAgreement(marina.db, owner, { signBy: here.toString() });
  const mail = (id: number) =>
    runOperator(['mail-link', '--tenant', marina.key, '--agreement', String(id)], { database: app.testDatabase });
  expect(await mail(over)).toMatchObject({
    code: 1,
    err:
      `The last day to sign agreement ${over} is over. ` +
      'Import it with a later sign_by, or make another agreement.\n',
  });
  expect(await marina.db.selectFrom('mails').select('id').where('tenant_id', '=', marina.id).execute()).toEqual([]);
  expect(await mail(last)).toMatchObject({ code: 0 });
});
