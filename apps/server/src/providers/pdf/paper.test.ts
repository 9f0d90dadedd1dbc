import { describe, expect, test } from 'vitest';
import { readPdf } from '../../testing/pdf.ts';
import { Paper, sheet, type TextStyle } from './paper.ts';

const style: TextStyle = { size: 11, colour: '#0b2239' };

async function onPaper(...texts: string[]) {
  const created = new Date('2026-05-16T08:50:07Z');
  const paper = new Paper({ title: 'Łódź', author: 'Port d’Azur', language: 'fr-FR', created });
  let y = 40;
  for (const text of texts) y += paper.text(paper.root, 'P', text, { x: 40, y, width: 500 }, style) + 4;
  return readPdf(await paper.finish());
}

test.each([
  'Café Čapek, Åre, Łódź, Ærø, İstanbul, Þór, Őrség, Dvořák, ẞ',
  '£1.00 €2,00 $3 ¥4 5 zł 6 Kč ₺7 ₹8 ₽9 ₴10 ₪11 ₩12 ₫13',
  'Việt Nam, Ελλάδα, Україна',
  '1\u202f245,00\u00a0€',
  'l’été – “quoted” … • · * **** 1234',
])('%s is read as it was written', async (text) => {
  const read = await onPaper(text);
  expect(read.text.trim()).toBe(text.replace(/\s+/g, ' '));
});

test('all fonts are inside, and only the glyphs that are used', async () => {
  const { objects } = await onPaper('£1,245.00', '₺1.245,00');
  expect(objects.match(/\/BaseFont \/[A-Z]{6}\+(Figtree|Inter)-Regular/g)?.length).toBeGreaterThanOrEqual(2);
  expect(objects.length).toBeLessThan(100_000);
});

test('says of itself what it is: language, title, author, date, PDF/UA', async () => {
  const { facts, objects } = await onPaper('x');
  expect(facts).toMatchObject({ Title: 'Łódź', Author: 'Port d’Azur', Tagged: 'yes' });
  expect(objects).toContain('/Lang (fr-FR)');
  expect(objects).toContain('/DisplayDocTitle true');
  expect(objects).toContain('<pdfuaid:part>1</pdfuaid:part>');
  expect(objects).toContain('(D:20260516085007Z)');
});

test('what decorates is no part of what is read aloud', async () => {
  const paper = new Paper({ title: 't', author: 'a', language: 'en-GB', created: new Date(0) });
  paper.text(paper.root, 'P', 'said', { x: 40, y: 40, width: 100 }, style);
  paper.ornament('page 1', { x: 40, y: 80, width: 100 }, style);
  const { text, structure } = await readPdf(await paper.finish());
  expect(text).toContain('page 1');
  expect(structure).toContain('said');
  expect(structure).not.toContain('page 1');
});

describe('in a language from right to left', () => {
  const arabic = () => new Paper({ title: 'إيصال', author: 'المرسى', language: 'ar', created: new Date(0) });

  test('letters are joined, whole words and numbers can be found, and a reader hears the sentence in its order', async () => {
    const paper = arabic();
    const sentence = 'المبلغ المدفوع 42 من Port d’Azur';
    paper.text(paper.root, 'P', sentence, { x: 40, y: 40, width: 500 }, style);
    const { text, objects } = await readPdf(await paper.finish());
    for (const part of ['المبلغ المدفوع', '42', 'Port d’Azur']) expect(text).toContain(part);
    const spoken = Buffer.from(`\ufeff${sentence}`, 'utf16le').swap16().toString('hex');
    expect(objects).toContain(`/ActualText <${spoken}>`);
    expect(objects).toContain('+IBMPlexSansArabic');
  });

  test('what is placed at the start stands at the right', () => {
    expect(arabic().leftOf(40, 100)).toBe(sheet.width - 140);
    expect(new Paper({ title: 't', author: 'a', language: 'de-DE', created: new Date(0) }).leftOf(40, 100)).toBe(40);
  });

  test('a long text is broken into lines, and its height is told', () => {
    const paper = arabic();
    const one = paper.heightOf('المبلغ', 200, style);
    expect(paper.heightOf('المبلغ المدفوع '.repeat(10), 200, style)).toBeGreaterThanOrEqual(one * 3);
  });
});
