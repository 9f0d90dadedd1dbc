import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPdf } from '../../testing/pdf.ts';
import { paperTexts } from './paper-text.ts';
import { Typesetter } from './typesetter.ts';

const typesetter = new Typesetter();

/** One sheet with these lines. */
function onPaper(lines: readonly string[], language = 'fr-FR') {
  const { language: lang, region = null } = new Intl.Locale(language);
  const about = { title: 'Łódź', author: 'Port d’Azur', lang, region, created: [2026, 5, 16, 8, 50, 7] };
  return typesetter.typeset('specimen.typ', async (missing) => {
    const set = paperTexts(language, missing);
    return { data: { ...about, heading: set('Heading'), lines: lines.map(set) }, pictures: new Map() };
  });
}
/** Returns how the PDF tells a text to screen readers. */
const actualText = (text: string) =>
  `/ActualText <${Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')}>`;
const readOf = async (...lines: string[]) => readPdf(await onPaper(lines));

test.each([
  'Café Čapek, Åre, Łódź, Ærø, İstanbul, Þór, Őrség, Dvořák, ẞ',
  '£1.00 €2,00 $3 ¥4 5 zł 6 Kč ₺7 ₹8 ₽9 ₴10 ₪11 ₩12 ₫13',
  'Việt Nam, Ελλάδα, Україна',
  '1\u202f245,00\u00a0€',
  'l’été – “quoted” … • · * **** 1234',
])('%s is read as it was written', async (text) => {
  const read = await readOf(text);
  expect(read.text.trim()).toBe(`Heading ${text.replace(/\s+/g, ' ')}`);
});

test('all fonts are inside, and only the letters that are used', async () => {
  const { objects } = await readOf('£1,245.00', '₺1.245,00');
  expect(objects.match(/\/BaseFont \/[A-Z]{6}\+(Figtree|Inter)-Regular/g)?.length).toBeGreaterThanOrEqual(2);
  expect(objects.length).toBeLessThan(100_000);
});

test('says of itself what it is: language, title, author, date, PDF/UA', async () => {
  const { facts, objects } = await readOf('x');
  expect(facts).toMatchObject({ Title: 'Łódź', Author: 'Port d’Azur', Tagged: 'yes' });
  expect(objects).toContain('/Lang (fr-FR)');
  expect(objects).toContain('/DisplayDocTitle true');
  expect(objects).toContain('<pdfuaid:part>1</pdfuaid:part>');
  expect(objects).toContain('(D:20260516085007Z)');
});

test('the same data give the same bytes, also by another typesetter and after other papers', async () => {
  const first = await onPaper(['one', 'إيصال 漢']);
  await onPaper(['another', '字 漢 — ☃']);
  expect((await onPaper(['one', 'إيصال 漢'])).equals(first)).toBe(true);
  const other = new Typesetter();
  const about = { title: 't', author: 'a', lang: 'en', region: 'GB', created: [2026, 5, 16, 0, 0, 0] };
  const fill = async () => ({ data: { ...about, heading: 'H', lines: ['x'] }, pictures: new Map<string, Buffer>() });
  const both = await Promise.all([typesetter, other].map((each) => each.typeset('specimen.typ', fill)));
  expect(both[0]?.equals(both[1] ?? Buffer.alloc(0))).toBe(true);
});

test('a letter that no font has is a box on paper, and a screen reader is told what it is', async () => {
  const { text, objects } = await readOf('Li 漢\u0007字 😀 end');
  expect(text).toContain('Li □□ □ end');
  expect(objects).toContain(actualText('Li 漢\u0007字 😀 end'));
});

describe('in a language from right to left', () => {
  const sentence = 'المبلغ المدفوع \u206842\u2069 من \u2068Port d’Azur\u2069';

  test('letters are joined, whole words and numbers can be found, and a reader hears the right order', async () => {
    const { text, objects } = await readPdf(await onPaper([sentence], 'ar'));
    for (const part of ['المبلغ المدفوع', '42', 'Port d’Azur']) expect(text).toContain(part);
    expect(objects).toContain(actualText(sentence.replace(/[\u2068\u2069]/g, '')));
    expect(objects).toContain('+IBMPlexSansArabic');
  });

  test('texts begin at the right, those from left to right too, and keep their own order', async () => {
    const { words } = await readPdf(await onPaper([sentence, '+44 1632 960000'], 'ar'));
    const edgeOf = (letters: RegExp) =>
      Math.max(...words.flatMap(({ text, right }) => (letters.test(text) ? right : [])));
    expect(edgeOf(/[\u0600-\u06ff]/)).toBeCloseTo(595.28 - 56, 0);
    expect(edgeOf(/960000/)).toBeCloseTo(595.28 - 56, 0);
    expect(edgeOf(/\+44/)).toBeLessThan(edgeOf(/1632/));
  });
});

describe('a text never becomes a command of Typst', () => {
  test.each([
    '#panic("run")',
    '#import "look.typ": *',
    '#{ while true {} }',
    '] #read("/data.json") [',
    '$ x^2 $ *bold* _it_ `raw` <label> @ref = Heading',
    '\\u{41} \\ // comment /* more */',
    '"quoted" \\" {"shown":"x"}',
    '{{page}} of {{pages}}',
    '<script>alert(1)</script> & %PDF-1.7',
  ])('%s', async (hostile) => {
    const { text, structure } = await readOf(hostile);
    expect(text.replace(/\s+/g, ' ')).toContain(hostile.replace(/\s+/g, ' '));
    expect(structure.match(/^ *(H\d|P)\b/gm)).toHaveLength(2);
  });

  test('a text that looks like a note for screen readers stays a text', async () => {
    const { structure } = await readOf('\u{e000}{"alt":"said instead"}');
    expect(structure).not.toMatch(/^ *Figure/m);
    expect(structure).toContain('said instead');
  });
});

describe('a template', () => {
  async function fault(source: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'quayside-test-papers-'));
    try {
      await writeFile(join(folder, 'own.typ'), source);
      await symlink('/etc', join(folder, 'elsewhere')).catch(() => {});
      const fill = async () => ({ data: {}, pictures: new Map<string, Buffer>() });
      return await new Typesetter(folder).typeset('own.typ', fill).then(
        () => 'set',
        (error: Error) => error.message,
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  test.each([
    ['#read("../../../../etc/passwd")', 'access denied'],
    ['#read("/etc/passwd")', 'file not found'],
    ['#import "@preview/cetz:0.3.0"', 'failed to download package'],
    ['#image("https://example.com/x.png", alt: "x")', 'file not found'],
    ['#plugin("../x.wasm")', 'access denied'],
  ])('reads nothing outside its folder: %s', async (source, why) => {
    expect(await fault(source)).toContain(why);
  });

  test.each([
    ['#image("data.json")', 'unknown image format'],
    ['= No title', 'PDF/UA-1 error: missing document title'],
    [
      '#set document(title: "T")\n#image(bytes("<svg viewBox=\\"0 0 1 1\\" xmlns=\\"http://www.w3.org/2000/svg\\"/>"))',
      'alt',
    ],
  ])('that makes no accessible paper makes none: %s', async (source, why) => {
    expect(await fault(source)).toContain(why);
  });
});
