import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { downloadAgreement } from '@quayside/contract/agreements/agreement-papers.ts';
import { getConfig } from '@quayside/contract/tenant/tenant.ts';
import { emailReceiptTo, getReceipt } from '@quayside/contract/payments/receipts.ts';
import { loadTenant } from '../../../http/tenant/tenant.ts';
import { startTestApp } from '../../../testing/app.ts';
import { auditOf } from '../../../testing/audit.ts';
import { makeReadableAgreement, makeSignedAgreement } from '../../../testing/factories/agreements.ts';
import { makeTenant, sampleSettings, signedInCustomer, type TestTenant } from '../../../testing/factories/factories.ts';
import { makeOrder } from '../../../testing/factories/orders.ts';
import { makePaidPayment } from '../../../testing/factories/receipts.ts';
import { makeFolder } from '../../../testing/import-files.ts';
import { startMailApp, type MailApp } from '../../../testing/mail-app.ts';
import { TestMailbox } from '../../../testing/mailbox.ts';
import { picturesOf } from '../../../testing/pdf.ts';
import { makePortalFolder } from '../../../testing/portal-folder.ts';
import { runOperator } from '../../testing/operator.ts';

const mailbox = new TestMailbox();
let app: MailApp;
let tenant: TestTenant;

beforeAll(async () => {
  app = await startMailApp(mailbox);
  tenant = await makeTenant(app, { hosts: ['look.example.com'], settings: sampleSettings({ logo: '' }) });
});
afterAll(() => app.close());

const shapes = '<path d="M0 0h200v50H0z" fill="#0b3d63"/><circle cx="25" cy="25" r="20" fill="#fff"/>';
const svg = (content = shapes, more = 'viewBox="0 0 200 50"') =>
  `<?xml version="1.0"?><!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg" ${more}>${content}</svg>`;

const picture = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });

/** Gives a file to a command. */
async function look(part: string, name: string, content: string | Buffer) {
  const folder = makeFolder({ [name]: content });
  return runOperator(['look', part, join(folder, name), '--tenant', tenant.key], { database: app.testDatabase });
}

async function accepted(...args: Parameters<typeof look>): Promise<string> {
  const { code, out, err } = await look(...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
}

const refusal = async (...args: Parameters<typeof look>) => (await look(...args)).err;

/** Waits until the server uses what a command has stored. @returns the address of the logo */
async function shownLogo(before: string): Promise<string> {
  const logo = async () => (await app.client(tenant.key).call(getConfig, {})).body.logo;
  await expect.poll(logo).not.toBe(before);
  return logo();
}

const open = (address: string) => app.client(tenant.key).get(address);

describe('[RUN-11] a picture from a file', () => {
  test('an SVG keeps its shapes, and loses what runs, links or loads', async () => {
    const hostile = '<script>alert(1)</script><style>@import url(https://evil.example/x.css)</style>';
    const wrapped = `<switch><a href="https://evil.example">${shapes}</a></switch>`;
    const out = await accepted(
      'logo',
      'logo.svg',
      svg(`${hostile}${wrapped}<path onclick="x()" fill="url(https://evil.example)" d="M0 0h9"/>`),
    );
    expect(out).toMatch(/^Removed: <script>, <style>, href, onClick\.\nContrast with white: 1\d\.\d to 1\.\nSaved\./);
    const address = await shownLogo('');
    expect(address).toMatch(/^\/look\/[0-9a-f]{32}\.svg$/);
    const { status, headers, text } = await open(address);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).toContain('d="M0 0h200v50H0z"');
    expect(text).not.toMatch(/script|onclick|evil|<\?xml|doctype|<a|switch/i);
    expect((await open('/look/0123456789abcdef0123456789abcdef.svg')).status).toBe(404);
    const other = await makeTenant(app);
    expect((await app.client(other.key).get(address)).status).toBe(404);
  });

  test('[SAFE-61] an SVG hides nothing that runs in a style', async () => {
    const before = (await app.client(tenant.key).call(getConfig, {})).body.logo;
    const hidden = '&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;style&gt;';
    const out = await accepted('logo', 'logo.svg', svg(`<style>${hidden}</style>${shapes}<g id="hidden"/>`));
    expect(out).toMatch(/^Removed: <style>\./);
    const { text } = await open(await shownLogo(before));
    expect(text).toContain('id="hidden"');
    expect(text).not.toContain('script');
  });

  test('the next version has another address, and the one before is still there', async () => {
    const before = (await app.client(tenant.key).call(getConfig, {})).body.logo;
    await accepted('logo', 'logo.svg', svg(shapes.replace('#0b3d63', '#7a1f1f')));
    const after = await shownLogo(before);
    expect(after).not.toBe(before);
    for (const address of [before, after]) expect((await open(address)).status).toBe(200);
  });

  test('one of a wrong type, size or shape, or that nobody can see, is refused with the figures', async () => {
    const small = await picture(60, 60, '#000').png().toBuffer();
    const wide = await picture(1_000, 100, '#000').png().toBuffer();
    const pale = await picture(300, 100, '#ffe9a0').png().toBuffer();
    const jpeg = await picture(300, 100, '#000').jpeg().toBuffer();
    expect(await refusal('logo', 'logo.png', 'MZ no picture')).toContain('is none of the types SVG, PNG.');
    expect(await refusal('logo', 'logo.png', jpeg)).toContain('is none of the types SVG, PNG.');
    expect(await refusal('logo', 'logo.png', small)).toContain('has 60 × 60 pixels: at least 72 × 72.');
    expect(await refusal('logo', 'logo.png', wide)).toContain('is 1000 × 100: the width has to be 0.5 to 8 times');
    expect(await refusal('logo', 'logo.png', pale)).toMatch(/has a contrast of 1\.\d to 1 with white/);
    expect(await refusal('logo', 'logo.svg', svg('<text>Quay</text>'))).toContain(
      'has <text>. Convert texts to outlines',
    );
    expect(await refusal('logo', 'logo.svg', svg(shapes, ''))).toContain('has no viewBox.');
    expect(await refusal('logo', 'logo.svg', svg('<g>'.repeat(60)))).toContain('has too many elements.');
    expect(await refusal('icon', 'icon.png', wide)).toContain('is 1000 × 100: an icon is a square.');
    expect(await refusal('background', 'b.jpg', Buffer.alloc(8_000_001))).toContain('has 8,000,001 bytes: at most');
  });

  test('a photo loses what its camera wrote, and is made smaller', async () => {
    const photo = await picture(3_000, 2_000, '#336')
      .withExif({ IFD0: { Artist: 'Jo Sailor' } })
      .jpeg()
      .toBuffer();
    expect(photo.includes('Jo Sailor')).toBe(true);
    expect(await accepted('background', 'quay.jpg', photo)).toContain('3000 pixels wide before, 2000 now.');
    const { settings } = await loadTenant(app.database, tenant.id);
    const { bytes, headers } = await open(settings.backgroundImage ?? '');
    expect(headers.get('content-type')).toBe('image/jpeg');
    expect((await sharp(bytes).metadata()).width).toBe(2_000);
    expect(bytes.includes('Jo Sailor')).toBe(false);
  });
});

describe('[RUN-11] a look of its own', () => {
  test('is on mails and papers, also where the logo is no SVG', async () => {
    const { client, account } = await signedInCustomer(app, tenant);
    const owner = { tenantId: tenant.id, accountId: account.id, siteId: 1 };
    const order = await makeOrder(tenant.db, owner);
    const id = await makePaidPayment(tenant.db, owner, { orders: [{ id: order.id, minor: 10_000 }] });
    const paper = () => client.call(getReceipt, { params: { id, accountGuid: account.guid } });
    const before = await paper();
    const logo = (await client.call(getConfig, {})).body.logo;
    await accepted('logo', 'logo.png', await picture(300, 100, '#0b3d63').png().toBuffer());
    await shownLogo(logo);
    const after = await paper();
    expect(before.bytes.includes('/Subtype/Image') || before.bytes.includes('/Subtype /Image')).toBe(false);
    expect(after.bytes.includes('/Subtype/Image') || after.bytes.includes('/Subtype /Image')).toBe(true);
    await client.call(emailReceiptTo, { params: { id }, body: { email: 'look@example.com' } });
    await mailbox.mailTo('look@example.com');
    const [mail = ''] = readdirSync(mailbox.folder).map((name) => readFileSync(join(mailbox.folder, name), 'utf8'));
    const inline = (await PostalMime.parse(mail)).attachments.find(({ disposition }) => disposition === 'inline');
    const drawn = await sharp(Buffer.from(inline?.content as ArrayBuffer)).metadata();
    expect([drawn.format, drawn.width, drawn.height]).toEqual(['png', 432, 144]);
  });

  test('[AGR-10] is on agreements, to read and signed, and a sealed one keeps it', async () => {
    const { client, account } = await signedInCustomer(app, tenant);
    const owner = { tenantId: tenant.id, accountId: account.id, siteId: 1 };
    const sizes = async (agreementGuid: string) => {
      const { bytes } = await client.call(downloadAgreement, { params: { agreementGuid }, query: {} });
      return (await picturesOf(bytes)).map(({ width, height }) => `${width} × ${height}`);
    };
    const toRead = await makeReadableAgreement(tenant.db, owner);
    const signed = await makeSignedAgreement(tenant.db, owner, app.clock.now());
    const nextLogo = async (width: number) => {
      const { logo } = (await client.call(getConfig, {})).body;
      await accepted('logo', 'logo.png', await picture(width, 100, '#0b3d63').png().toBuffer());
      await shownLogo(logo);
    };
    await nextLogo(200);
    expect(await sizes(toRead.guid)).toEqual(['288 × 144']);
    expect(await sizes(signed.guid)).toContain('288 × 144');
    await nextLogo(400);
    expect(await sizes(toRead.guid)).toEqual(['576 × 144']);
    expect(await sizes(signed.guid)).toContain('288 × 144');
  });

  test('its icon is the one of browser tabs', async () => {
    const portal = makePortalFolder();
    onTestFinished(portal.remove);
    const pages = await startTestApp({ portalFolder: portal.folder, database: app.database });
    onTestFinished(() => pages.close());
    await accepted('icon', 'icon.png', await picture(96, 96, '#0b3d63').png().toBuffer());
    const { settings } = await loadTenant(app.database, tenant.id);
    expect(settings.icon).toMatch(/^\/look\/[0-9a-f]{32}\.png$/);
    const page = async () => (await pages.client(tenant.key).get('/login')).text;
    await expect.poll(page).toContain(`<link rel="icon" href="${settings.icon}">`);
  });

  test('its colour is told with its contrasts, and links are darker if it is too pale', async () => {
    const run = (colour: string) =>
      runOperator(['look', 'colour', colour, '--tenant', tenant.key], { database: app.testDatabase });
    expect((await run('#0f6e6a')).out).toBe(
      'Text on #0f6e6a is #ffffff: 6.1 to 1.\nLinks on white have the colour itself: 6.1 to 1.\n' +
        'Saved. Running servers use it within five seconds.\n',
    );
    const pale = (await run('#ffd500')).out;
    expect(pale).toMatch(/^Text on #ffd500 is #0b2239: 1\d\.\d to 1\.\n/);
    expect(pale).toMatch(/On white the colour has only 1\.\d to 1, so links are #[0-9a-f]{6}: 4\.\d to 1\.\n/);
    expect((await run('gold')).err).toContain('"gold" is not a colour such as #0f6e6a');
    expect((await auditOf(tenant)).at(-1)).toMatchObject({ event: 'tenant.set', details: { setting: 'look.colour' } });
  });

  test('its sender is the one of every mail, and a test mail shows it', async () => {
    const run = (...args: string[]) => runOperator(args, { database: app.testDatabase });
    expect((await run('tenant', 'set', tenant.key, 'sender.address', 'no address')).err).toContain('sender.address');
    expect((await run('tenant', 'set', tenant.key, 'sender.name', 'Office <x@y>')).err).toContain('sender.name');
    const sender = '{"sender": {"name": "Quay office", "address": "portal@look.example.com"}}';
    const folder = makeFolder({ 'sender.json': sender });
    expect((await run('tenant', 'set', tenant.key, '--file', join(folder, 'sender.json'))).err).toBe('');
    expect((await run('look', 'mail', 'operator@example.com', '--tenant', tenant.key)).out).toBe(
      'A mail from Quay office <portal@look.example.com> goes to operator@example.com.\n',
    );
    const plain = await makeTenant(app);
    expect((await run('look', 'mail', 'other@example.com', '--tenant', plain.key)).out).toContain(
      `A mail from Marina ${plain.key} <no-reply@quayside.localhost> goes to`,
    );
    const { from, subject } = await mailbox.mailTo('operator@example.com');
    expect(from).toEqual({ name: 'Quay office', address: 'portal@look.example.com' });
    expect(subject).toBe(`Test e-mail from Marina ${tenant.key}`);
  });
});
