import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makeDocumentType } from '../../apps/server/src/testing/factories/papers.ts';
import { type ServerProcess, startServerProcess } from '../../apps/server/src/testing/processes/server-process.ts';
import { sampleFiles } from '../../apps/server/src/testing/sample-files.ts';
import { readAddresses } from '../addresses.ts';
import { makeLicence, storedSignature } from '../agreements.ts';
import { cards, expect, test as base } from './engine-test.ts';
import { button, css, dialog, field, heading, text } from './find-element.ts';
import { openCheckout, pay, signByHand, typeAddress, typeCard } from './journeys.ts';

/** Tests a server that is killed while it works for a reader, and starts again. */

interface Killable {
  /** Returns the address of a marina at a server of this test's own. */
  at: (marinaUrl: string) => string;
  /** Kills the server, and starts it again at the same port. */
  killAndStart: () => Promise<void>;
}

const test = base.extend<{ ownServer: Killable }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what the fixture needs
  ownServer: async ({}, use) => {
    const { databaseOwnerUrl: ownerUrl, databaseAppUrl: appUrl, sandboxUrl, filesFolder } = readAddresses();
    const options = { database: { ownerUrl, appUrl }, sandboxUrl, dataDir: dirname(filesFolder) };
    let server: ServerProcess = await startServerProcess(options);
    await use({
      at: (marinaUrl) => Object.assign(new URL(marinaUrl), { port: server.port }).origin,
      killAndStart: async () => {
        await server.kill();
        server = await startServerProcess({ ...options, port: server.port });
      },
    });
    await server.stop();
  },
});

test('[SHELL-189] a server that is killed while the money moves: the payment is found, and made once', async ({
  tab,
  signedIn,
  indebted,
  ownServer,
}) => {
  test.slow();
  const robin = await indebted([{}]);
  await robin.fault({ operation: 'auths.create', kind: 'delay-answer', ms: 30_000 });
  await signedIn(robin.url, robin);
  await openCheckout(tab, ownServer.at(robin.url));
  await typeCard(tab, cards.frictionless);
  await typeAddress(tab);
  await pay(tab);
  await expect.poll(async () => (await robin.books()).charged).toBe(10_000);
  await ownServer.killAndStart();
  await tab.see(heading('Payment received'));
  expect((await robin.books()).charged).toBe(10_000);
});

test('[SHELL-189] a server that is killed while it signs: nothing is claimed, and “Sign” signs once', async ({
  tab,
  signedIn,
  person,
  ownServer,
}) => {
  test.slow();
  const robin = await person();
  const { id, guid } = await makeLicence(robin);
  await signedIn(robin.url, robin);
  await tab.open(`${ownServer.at(robin.url)}/secure/agreements/unsigned/${guid}`);
  await signByHand(tab);
  await tab.click(button('Sign'));
  await ownServer.killAndStart();
  await tab.see(text('We do not know yet whether your agreement is signed'));
  await setTimeout(2_000);
  await tab.click(button('Sign'));
  await tab.see(text('Thank you'));
  expect(await storedSignature(robin, id)).toMatchObject({ method: 'drawn' });
});

test('[SHELL-189] a server that is killed during an upload: nothing is claimed, and “Save” stores it once', async ({
  tab,
  signedIn,
  person,
  ownServer,
}, testInfo) => {
  test.slow();
  const robin = await person();
  const { db, id } = robin.marina.tenant;
  await makeDocumentType(db, id, { name: 'Proof of identity' });
  const file = testInfo.outputPath('Passport.pdf');
  writeFileSync(file, Buffer.concat([sampleFiles.pdf, Buffer.alloc(8_000_000, '% \n')]));
  await signedIn(robin.url, robin);
  await tab.open(`${ownServer.at(robin.url)}/secure/documents`);
  await tab.click(css('main li button:enabled'));
  const upload = dialog('Upload: Proof of identity');
  await tab.choose(css('input[type=file]', upload), file);
  await tab.fill(field('Expiry date', upload), '1/2/2035');
  await tab.click(button('Save', upload));
  await ownServer.killAndStart();
  await tab.see(text('We do not know yet whether this was done', upload));
  await setTimeout(2_000);
  await tab.click(button('Save', upload));
  await tab.miss(upload);
  await tab.see(text('01 Feb 2035'));
  const stored = db.selectFrom('account_documents').select('id').where('tenant_id', '=', id);
  expect(await stored.execute()).toHaveLength(1);
});
