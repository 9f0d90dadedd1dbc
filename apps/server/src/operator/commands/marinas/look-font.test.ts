import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { getReceipt } from '@quayside/contract/payments/receipts.ts';
import { neededLetters } from '../../../features/look/fonts.service.ts';
import { loadTenant } from '../../../http/tenant/tenant.ts';
import { startTestApp } from '../../../testing/app.ts';
import { auditOf } from '../../../testing/audit.ts';
import { makeTenant, sampleSettings, signedInCustomer, type TestTenant } from '../../../testing/factories/factories.ts';
import { makeOrder } from '../../../testing/factories/orders.ts';
import { makePaidPayment } from '../../../testing/factories/receipts.ts';
import { makeFolder } from '../../../testing/import-files.ts';
import { type MailApp, startMailApp } from '../../../testing/mail-app.ts';
import { TestMailbox } from '../../../testing/mailbox.ts';
import { ownFont } from '../../../testing/own-font.ts';
import { readPdf } from '../../../testing/pdf.ts';
import { makePortalFolder } from '../../../testing/portal-folder.ts';
import { runOperator } from '../../testing/operator.ts';

const mailbox = new TestMailbox();
let app: MailApp;
let tenant: TestTenant;

beforeAll(async () => {
  app = await startMailApp(mailbox);
  const { culture } = sampleSettings();
  const settings = sampleSettings({ culture: { ...culture, availableLanguages: ['en-GB', 'ar'] } });
  tenant = await makeTenant(app, { settings });
});
afterAll(() => app.close());

const run = (...args: string[]) => runOperator([...args, '--tenant', tenant.key], { database: app.testDatabase });

/** Gives two files to the command. */
function font(regular = ownFont('regular'), bold = ownFont('bold')) {
  const folder = makeFolder({ 'regular.ttf': regular, 'bold.ttf': bold });
  return run('look', 'font', join(folder, 'regular.ttf'), '--bold', join(folder, 'bold.ttf'));
}

const storedFont = async () => (await loadTenant(app.database, tenant.id)).settings.font;

/** Makes a payment, and opens its receipt. */
async function receipt() {
  const { client, account } = await signedInCustomer(app, tenant);
  const owner = { tenantId: tenant.id, accountId: account.id, siteId: account.siteId };
  const order = await makeOrder(tenant.db, owner);
  const id = await makePaidPayment(tenant.db, owner, { orders: [{ id: order.id, minor: 5_000 }] });
  const { bytes } = await client.call(getReceipt, { params: { id, accountGuid: account.guid } });
  return (await readPdf(Buffer.from(bytes))).objects;
}

/** Returns a font with other bytes in its table OS/2. */
function withOs2(content: Buffer, offset: number, value: number): Buffer {
  const copy = Buffer.from(content);
  copy.writeUInt16BE(value, copy.readUInt32BE(copy.indexOf('OS/2', 12, 'latin1') + 8) + offset);
  return copy;
}

/** Returns a font whose table of letters has a row that ends before this letter. */
function endingBefore(letter: string, content: Buffer): Buffer {
  const copy = Buffer.from(content);
  const code = letter.charCodeAt(0);
  const ends = copy.readUInt32BE(copy.indexOf('cmap', 12, 'latin1') + 8) + 20 + 14;
  const length = copy.readUInt16BE(ends - 8);
  for (let at = ends; at < ends + length; at += 2)
    if (copy.readUInt16BE(at) >= code && copy.readUInt16BE(at + length + 2) < code) copy.writeUInt16BE(code - 1, at);
  return copy;
}

const arabic = readFileSync(
  fileURLToPath(
    import.meta.resolve('@expo-google-fonts/ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf'),
  ),
);
const [weightAt, permissionAt] = [4, 8];

describe('[RUN-11] a font of its own', () => {
  test('is refused if it is no font, too large, variable, forbidden, of a wrong weight or family', async () => {
    const [regular, bold] = [ownFont('regular'), ownFont('bold')];
    const refusal = async (...files: Parameters<typeof font>) => (await font(...files)).err;
    expect(await refusal(Buffer.from('wOF2 no font'))).toContain('regular.ttf is no TTF or OTF by its content.');
    expect(await refusal(regular.subarray(0, 20_000))).toContain('is a broken font: a part of it is missing.');
    const empty = Buffer.from(regular).fill(0, regular.readUInt32BE(regular.indexOf('cmap', 12, 'latin1') + 8));
    expect(await refusal(empty)).toContain('regular.ttf is no font that papers can be set with.');
    expect(await refusal(Buffer.concat([regular], 500_001))).toContain('has 500,001 bytes: at most 500,000.');
    const variable = Buffer.from(regular.toString('latin1').replace('GPOS', 'fvar'), 'latin1');
    expect(await refusal(variable)).toContain('is a variable font. Papers need a file for each weight');
    for (const forbidding of [0x0002, 0x0100, 0x0200])
      expect(await refusal(withOs2(regular, permissionAt, forbidding))).toContain('does not allow that papers contain');
    expect(await refusal(bold)).toContain('regular.ttf has the weight 600. Give the regular one, of 400.');
    expect(await refusal(regular, regular)).toContain('bold.ttf has the weight 400. Give a bold one');
    expect(await refusal(regular, withOs2(arabic, weightAt, 700))).toContain(
      'bold.ttf is of the family "IBM Plex Sans Arabic", and the other file of "Quaytip".',
    );
    expect(await storedFont()).toBeNull();
  });

  test('is refused if it lacks a letter that the languages need, and the letter is named', async () => {
    const { err } = await font(endingBefore('Œ', ownFont('regular')));
    expect(err).toContain("regular.ttf lacks letters that the portal's languages need: Œ œ\n");
  });

  test('the letters that it needs are all of those in our texts', () => {
    const folder = fileURLToPath(new URL('../../../../../../languages', import.meta.url));
    const texts = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    const letters = new Set(
      texts
        .join('')
        .match(/[\p{Script=Latin}\p{Nd}]/gu)
        ?.filter((letter) => letter < '\u0250'),
    );
    expect(letters.size).toBeGreaterThan(70);
    expect([...letters].filter((letter) => !neededLetters.includes(letter))).toEqual([]);
  });

  test('is on pages, at addresses for ever, compressed', async () => {
    const portal = makePortalFolder();
    onTestFinished(portal.remove);
    const pages = await startTestApp({ portalFolder: portal.folder, database: app.database });
    onTestFinished(() => pages.close());
    const { code, out, err } = await font();
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Quaytip: \d\d kB to load at a visitor's first page\.\nSaved\./);
    expect((await auditOf(tenant)).at(-1)).toMatchObject({ event: 'tenant.set', details: { setting: 'look.font' } });
    const stored = await storedFont();
    expect(stored?.family).toBe('Quaytip');
    const page = async () => (await pages.client(tenant.key).get('/login')).text;
    await expect.poll(page).toContain(`src:url(${stored?.regular})`);
    for (const [address, original] of [
      [stored?.regular, ownFont('regular')],
      [stored?.bold, ownFont('bold')],
    ] as const) {
      expect(await page()).toContain(`<link rel="preload" as="font" type="font/ttf" crossorigin href="${address}">`);
      const { headers, bytes } = await pages.client(tenant.key).get(address ?? '');
      expect(headers.get('content-type')).toBe('font/ttf');
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('content-encoding')).toBe('gzip');
      expect(Buffer.from(bytes).equals(original)).toBe(true);
    }
  });

  test('is inside papers before ours, is in samples of own templates, and first in mails', async () => {
    await font();
    await expect.poll(receipt).toMatch(/\/BaseFont \/[A-Z]{6}\+Quaytip-SemiBold/);
    expect(await receipt()).toMatch(/\/BaseFont \/[A-Z]{6}\+Quaytip-Regular/);
    const templates = makeFolder({ 'receipt.typ': '#import "look.typ": letter\n#letter()\n' });
    const samples = makeFolder({});
    expect((await run('look', 'papers', templates, '--preview', samples)).err).toBe('');
    const sample = async (name: string) => (await readPdf(readFileSync(join(samples, name)))).objects;
    expect(await sample('invoice-of-3.en-GB.pdf')).toContain('+Quaytip-Regular');
    expect(await sample('invoice-of-3.ar.pdf')).toContain('+IBMPlexSansArabic');
    await run('look', 'mail', 'font@example.com');
    await mailbox.mailTo('font@example.com');
    const [mail = ''] = readdirSync(mailbox.folder).map((name) => readFileSync(join(mailbox.folder, name), 'utf8'));
    const { html = '' } = await PostalMime.parse(mail);
    expect(html.match(/font-family:[^,]*/g)?.every((stack) => stack === "font-family:'Quaytip'")).toBe(true);
  });

  test('the setting takes it away', async () => {
    await font();
    const args = ['tenant', 'set', tenant.key, 'font', 'null'];
    expect((await runOperator(args, { database: app.testDatabase })).err).toBe('');
    expect(await storedFont()).toBeNull();
    await expect.poll(receipt).not.toContain('Quaytip');
  });
});
