import { describe, expect, test } from 'vitest';
import { brandOf } from '../tenant/brand.rules.ts';
import { readLogoPicture } from '../tenant/logo.service.ts';
import type { Letter, Sender } from './letter.types.ts';
import { letterHtml } from './letter-html.presenter.ts';
import { letterText } from './letter-text.presenter.ts';

const letter: Letter = {
  subject: 'Receipt P000042',
  heading: 'Receipt',
  lead: 'This is the receipt for your payment.',
  notice: null,
  figure: { label: 'Amount paid', value: '£1,245.00' },
  facts: [{ label: 'Card', value: '**** 1000', spoken: 'card ending 1000' }],
  table: {
    caption: 'Orders paid',
    headings: { number: 'Order', description: 'Description', boat: 'Boat', amount: 'Amount' },
    rows: [
      { number: '1042', description: 'Annual berth', boat: 'Kittiwake', amount: '£1,195.00' },
      { number: '', description: 'Not used for an order yet', boat: '', amount: '£50.00' },
    ],
    total: { label: 'Total', amount: '£1,245.00' },
  },
  next: ['Keep it.'],
  action: { label: 'Open my portal', url: 'https://portal.example.com/?a=1&b=2' },
};
const sender: Sender = {
  name: 'Saltmarsh Marina',
  brand: brandOf({ backgroundColour: '#0f6e6a' }),
  logo: null,
  logoPicture: null,
  font: null,
  language: 'en-GB',
  office: {
    heading: 'Questions?',
    name: 'Main Basin',
    address: ['Saltern Quay', 'Lymington'],
    telephone: '+44 (0)1632 1',
    email: 'q@example.com',
  },
  reason: 'Because you paid.',
};

describe('as plain text', () => {
  const lines = letterText(letter, sender).split('\n');

  test('amounts end in one column', () => {
    const ends = lines.filter((line) => /^(Annual|Not used|Total)/.test(line)).map((line) => line.length);
    expect(new Set(ends)).toEqual(new Set([72]));
  });

  test('lines are short enough for any reader', () => {
    const long = letterText({ ...letter, next: ['A long sentence that goes on. '.repeat(9)] }, sender);
    expect(Math.max(...long.split('\n').map((line) => line.length))).toBeLessThanOrEqual(72);
  });

  test('the link stands right below what leads to it', () => {
    const text = letterText({ ...letter, facts: [], figure: null, table: null, lead: 'Choose it here:' }, sender);
    expect(text).toContain('Choose it here:\n\nOpen my portal\nhttps://portal.example.com/?a=1&b=2\n\nKeep it.');
  });

  test('says all that the HTML says', () => {
    const notice = 'Test payment';
    const text = letterText({ ...letter, heading: 'Paid in full', notice }, sender);
    for (const part of ['Paid in full', notice, letter.lead, '£1,245.00', 'Orders paid', 'Kittiwake', 'Keep it.'])
      expect(text).toContain(part);
  });

  test('an absent part leaves no gap', () => {
    const bare = letterText({ ...letter, table: null, action: null }, sender);
    expect(bare).not.toMatch(/\n\n\n|null|undefined/);
    expect(bare).not.toContain('Open my portal');
  });
});

describe('as HTML', () => {
  test('text that people typed stays text', () => {
    const nasty = '<img src=x onerror=alert(1)> & "Söhne"';
    const html = letterHtml(
      {
        ...letter,
        table: letter.table && {
          ...letter.table,
          rows: [{ number: '1', description: nasty, boat: nasty, amount: '1' }],
        },
      },
      { ...sender, name: nasty },
    );
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Söhne&quot;');
  });

  test('the table is one for a screen reader, the rest is layout', () => {
    const html = letterHtml(letter, sender);
    expect(html).toContain('<caption');
    expect(html.match(/<th scope="col"/g)).toHaveLength(2);
    expect(html).toContain('aria-label="card ending 1000"');
    expect(html).toContain('href="https://portal.example.com/?a=1&amp;b=2"');
    expect(html).toContain('href="tel:+4416321');
  });

  test('an address has its lines, in text and in HTML', () => {
    expect(letterText(letter, sender)).toContain('Main Basin\nSaltern Quay\nLymington\n');
    expect(letterHtml(letter, sender)).toContain(
      '<span dir="auto">Saltern Quay</span><br><span dir="auto">Lymington</span>',
    );
  });

  test('the button stands right below what leads to it', () => {
    const html = letterHtml({ ...letter, facts: [], figure: null, table: null, lead: 'Choose it here:' }, sender);
    const places = ['>Choose it here:<', '>Open my portal<', '>Keep it.<'].map((part) => html.indexOf(part));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test('the logo is shown in its own shape; without one the name is', () => {
    const logoPicture = readLogoPicture({ logo: '/brand/saltmarsh/logo.v1.svg' });
    expect(letterHtml(letter, { ...sender, logoPicture })).toContain(
      '<img src="cid:logo" alt="Saltmarsh Marina" width="145" height="40"',
    );
    expect(letterHtml(letter, sender)).not.toContain('<img');
    expect(letterHtml(letter, sender)).toContain('>Saltmarsh Marina</td>');
  });

  test('a person’s own words have their direction, in a letter of the other one too', () => {
    const html = letterHtml({ ...letter, next: ['Shall we keep it?'] }, { ...sender, language: 'ar' });
    expect(html).toMatch(/<p dir="auto" class="ink" style="[^"]*;text-align:right">Shall we keep it\?<\/p>/);
  });

  test('says that it can be dark', () => {
    expect(letterHtml(letter, sender)).toContain('<meta name="color-scheme" content="light dark">');
  });
});
