import { createImport, getImport } from '@quayside/contract/integration/imports.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTenant } from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import { type MailApp, startMailApp } from '../../testing/mail-app.ts';
import { TestMailbox } from '../../testing/mailbox.ts';

let app: MailApp;
beforeAll(async () => {
  app = await startMailApp(new TestMailbox());
});
afterAll(() => app.close());

/**
 * Sends a file of order lines, and waits for its end. @returns the import, and the time that it kept this thread's
 * processor, which no other program on the machine makes longer
 */
async function sent(body: string) {
  const program = await programOf(app, await makeTenant(app));
  const before = process.threadCpuUsage();
  const file = { query: { kind: 'order-lines' }, body } as never;
  const { body: began } = await program.call(createImport, file, { 'content-type': 'text/csv' });
  const look = () => program.call(getImport, { params: { id: began.id }, query: {} });
  await expect.poll(async () => (await look()).body.endedAt, { timeout: 60_000 }).not.toBeNull();
  const { user, system } = process.threadCpuUsage(before);
  const { body: ended, text } = await look();
  return { problems: ended.problems.items, size: text.length, busyMs: (user + system) / 1e3 };
}

const head = 'order,position,name,quantity,unit_price,vat_percent\n';

test('[SAFE-59] a long run of blanks in a cell holds up no other marina', { timeout: 90_000 }, async () => {
  const { problems, busyMs } = await sent(`${head}O-1,1,Mooring,1,10,1${' '.repeat(200_000)}x\n`);
  expect(problems).toContainEqual(expect.objectContaining({ line: 2, column: 'vat_percent' }));
  expect(busyMs).toBeLessThan(4_000);
});

test('[SAFE-59] a hundred thousand columns hold up no other marina', { timeout: 90_000 }, async () => {
  const columns = Array.from({ length: 100_000 }, (_, n) => `c${n}`);
  const { problems, busyMs } = await sent(`${columns.join(',')},c5\n1\n`);
  expect(problems).toEqual([expect.objectContaining({ message: 'names the column "c5" twice' })]);
  expect(busyMs).toBeLessThan(4_000);
});

test('[SAFE-59] a problem quotes the beginning of a long cell', async () => {
  const { problems, size } = await sent(`${head}O-1,1,Mooring,1,${'9'.repeat(900_000)},20 %\n`);
  expect(problems).toContainEqual(
    expect.objectContaining({ column: 'unit_price', message: expect.stringMatching(/^"9+…$/) }),
  );
  expect(size).toBeLessThan(5_000);
});
