import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getReceipt } from '@quayside/contract/payments/receipts.ts';
import { type OwnPaperFault, watchOwnPapers } from '../../../features/papers/papers.service.ts';
import { loadTenant } from '../../../http/tenant/tenant.ts';
import { ownTemplates } from '../../../providers/pdf/typesetter.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { auditOf } from '../../../testing/audit.ts';
import { makeTenant, sampleSettings, signedInCustomer, type TestTenant } from '../../../testing/factories/factories.ts';
import { makeOrder } from '../../../testing/factories/orders.ts';
import { makePaidPayment } from '../../../testing/factories/receipts.ts';
import { makeFolder } from '../../../testing/import-files.ts';
import { ownFont } from '../../../testing/own-font.ts';
import { readPdf } from '../../../testing/pdf.ts';
import { runOperator } from '../../testing/operator.ts';

let app: TestApp;
let tenant: TestTenant;

const languages = ['en-GB', 'ar'];

beforeAll(async () => {
  app = await startTestApp();
  const { culture } = sampleSettings();
  tenant = await makeTenant(app, {
    settings: sampleSettings({ culture: { ...culture, availableLanguages: languages } }),
  });
});
afterAll(() => app.close());

const look = (folder: string, ...more: string[]) =>
  runOperator(['look', 'papers', folder, '--tenant', tenant.key, ...more], { database: app.testDatabase });

/** Gives a folder with these files to the command. */
const papers = (files: Record<string, string | Buffer>, ...more: string[]) => look(makeFolder(files), ...more);

/** Our own template of this name, with a part of it replaced. */
function changed(name: string, from: string, to: string): string {
  const text = readFileSync(join(ownTemplates, name), 'utf8');
  expect(text).toContain(from);
  return text.replace(from, to);
}

const storedPapers = async () => (await loadTenant(app.database, tenant.id)).settings.papers;

/** Makes a payment, and opens its receipt. */
async function receipt(lines = 1, marina = tenant) {
  const { client, account } = await signedInCustomer(app, marina);
  const owner = { tenantId: marina.id, accountId: account.id, siteId: account.siteId };
  const orders = [];
  for (let line = 0; line < lines; line += 1) orders.push({ id: (await makeOrder(marina.db, owner)).id, minor: 5_000 });
  const id = await makePaidPayment(marina.db, owner, { orders });
  const { bytes } = await client.call(getReceipt, { params: { id, accountGuid: account.guid } });
  return readPdf(Buffer.from(bytes));
}

const words = 'Thank you for sailing with us';
/** A receipt with a sentence and a picture of the marina's own. */
const ownReceipt = `#import "look.typ": data, facts, head, normal, opening, paper, amounts, say
#import "flag.typ": flag
#show: paper
#head()
#opening()
#facts()
#if data.table != none { amounts() }
#flag(data.name)
#normal(par[${words}])
`;
const flag = '#import "look.typ": say\n#let flag(name) = image("flag.png", width: 40pt, alt: "A flag")\n';

describe('[RUN-11] papers of its own', () => {
  test('a template, its parts and its pictures set the papers of this marina, and of no other', async () => {
    const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#b3202c' } })
      .png()
      .toBuffer();
    const folder = makeFolder({ 'receipt.typ': ownReceipt, 'flag.typ': flag, 'flag.png': png });
    expect((await receipt()).text).not.toContain(words);
    const { code, out, err } = await look(folder);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(
      'Making samples of all papers in 2 languages …\n' +
        'Saved flag.png, flag.typ, receipt.typ. Running servers use them within five seconds.\n',
    );
    expect((await auditOf(tenant)).at(-1)).toMatchObject({ event: 'tenant.set', details: { setting: 'look.papers' } });
    await expect.poll(async () => (await receipt()).text).toContain(words);
    expect((await receipt(1, await makeTenant(app))).text).not.toContain(words);
  });

  test('a preview makes a sample of every paper in every language, and saves nothing', async () => {
    const before = await storedPapers();
    const preview = join(makeFolder({ '.keep': '' }), 'samples');
    const lead = changed('receipt.typ', '#letter()', '#letter()\n#par[Only a sample]');
    const { out, err } = await papers(
      { 'receipt.typ': lead.replace('letter', 'letter, normal') },
      '--preview',
      preview,
    );
    expect(err).toBe('');
    expect(out).toContain(`16 samples are in ${preview}. Nothing is saved`);
    expect(await storedPapers()).toEqual(before);
    const names = readdirSync(preview);
    expect(names).toContain('invoice-of-60.ar.pdf');
    expect(names).toContain('agreement-signed.en-GB.pdf');
    const { text, facts } = await readPdf(readFileSync(join(preview, 'receipt-of-60.en-GB.pdf')));
    expect(text).toContain('Only a sample');
    expect(facts.Tagged).toBe('yes');
    expect(Number(facts.Pages)).toBeGreaterThan(2);
  });

  test('one that is broken is refused with its file and line, and nothing changes', async () => {
    const before = await storedPapers();
    const refusal = async (files: Record<string, string | Buffer>) => {
      const { code, err } = await papers(files);
      expect(code).toBe(1);
      return err;
    };
    const broken = changed('receipt.typ', '#letter()', '#let a = 1\n#lettre()');
    expect(await refusal({ 'receipt.typ': broken })).toMatch(
      /can't make receipt-of-3\.en-GB\.pdf\. receipt\.typ, line \d+: unknown variable: lettre/,
    );
    const inPart = changed('look.typ', 'let (year, month', 'let nobody = data.nothing\n  let (year, month');
    expect(await refusal({ 'look.typ': inPart })).toMatch(
      /look\.typ, line \d+: dictionary does not contain key "nothing"/,
    );
    const untold = changed('receipt.typ', '#letter()', '#letter()\n#image("flag.svg")');
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
    expect(await refusal({ 'receipt.typ': untold, 'flag.svg': svg })).toContain(
      'receipt.typ: PDF/UA-1 error: missing alt',
    );
    const spread = changed('receipt.typ', '#letter()', '#import "@preview/cetz:0.4.2": canvas\n#letter()');
    expect(await refusal({ 'receipt.typ': spread })).toContain('failed to download package');
    const outside = changed('receipt.typ', '#letter()', '#read("/../package.json")\n#letter()');
    expect(await refusal({ 'receipt.typ': outside })).toContain('failed to load file (access denied)');
    expect(await storedPapers()).toEqual(before);
  });

  test('a folder with other things, too much, or no template is refused with what to do', async () => {
    const ours = readFileSync(join(ownTemplates, 'receipt.typ'), 'utf8');
    const refusal = async (files: Record<string, string | Buffer>) => (await papers(files)).err;
    expect(await refusal({ 'logo.png': Buffer.from('x') })).toContain('replaces no template. It needs at least one of');
    expect(await refusal({ 'receipt.typ': ours, 'run.sh': 'x' })).toContain('has run.sh, which is no file for papers.');
    expect(await refusal({ 'receipt.typ': ours, 'a.ttf': 'MZ' })).toContain(
      'has a.ttf, which is no TTF by its content.',
    );
    expect(await refusal({ 'receipt.typ': Buffer.from([0xff, 0xfe]) })).toContain('which is no text in UTF-8.');
    expect(await refusal({ 'receipt.typ': Buffer.alloc(1_000_001, 32) })).toContain('has 1,000,001 bytes: at most');
    const nested = makeFolder({ 'receipt.typ': ours });
    mkdirSync(join(nested, 'fonts'));
    expect((await look(nested)).err).toContain('has fonts, which is no file. Put all files side by side.');
    expect((await look(join(nested, 'nowhere'))).err).toContain("can't be read.");
  });

  test('a font of its own is inside the papers', async () => {
    const look = changed('look.typ', 'set text(font: data.fonts,', 'set text(font: ("Quaytip", ..data.fonts),');
    expect((await papers({ 'look.typ': look, 'quaytip.ttf': ownFont('regular') })).err).toBe('');
    await expect.poll(async () => (await receipt()).objects).toMatch(/\/BaseFont \/[A-Z]{6}\+Quaytip-Regular/);
  });

  test('a template that fails later costs no customer a paper: ours sets it, and the operator is told', async () => {
    const faults: OwnPaperFault[] = [];
    watchOwnPapers((fault) => faults.push(fault));
    const fragile = `#import "look.typ": data, letter, normal
#letter()
#normal(par[${words}])
#if data.table.rows.len() == 5 { data.nothing }
`;
    expect((await papers({ 'receipt.typ': fragile })).err).toBe('');
    await expect.poll(async () => (await receipt()).text).toContain(words);
    expect(faults).toEqual([]);
    const { text } = await receipt(5);
    expect(text).toContain('Receipt');
    expect(text).not.toContain(words);
    const reason = 'a paper was not drawn: receipt.typ, line 4: dictionary does not contain key "nothing"';
    expect(faults).toEqual([{ tenant: tenant.key, paper: 'receipt', reason }]);
  });

  test('the setting takes them away', async () => {
    const copy = makeFolder({ '.keep': '' });
    cpSync(ownTemplates, copy, { recursive: true, filter: (path) => !path.endsWith('specimen.typ') });
    expect((await look(copy)).err).toBe('');
    expect(Object.keys(await storedPapers())).toHaveLength(7);
    const { err } = await runOperator(['tenant', 'set', tenant.key, 'papers', '{}'], { database: app.testDatabase });
    expect(err).toBe('');
    expect(await storedPapers()).toEqual({});
  });
});
