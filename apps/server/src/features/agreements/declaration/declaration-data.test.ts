import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paperTexts } from '../../../providers/pdf/paper-text.ts';
import { Typesetter } from '../../../providers/pdf/typesetter.ts';
import { signatureImage } from '../../../testing/factories/agreements.ts';
import { readPdf } from '../../../testing/pdf.ts';
import { factData, frameData, openingData } from '../../letters/letter.paper.ts';
import { cleanDeclaration } from './clean-declaration.rules.ts';
import { declarationBlocks } from './declaration-reader.rules.ts';
import { declarationData } from './declaration.paper.ts';

const typesetter = new Typesetter();
const office = { heading: '', name: 'Heron Marina', address: [], telephone: '', email: '' };
const brand = { colour: '#00acec', onColour: '#000000', text: '#00647f' };

/** Makes a paper of the office's text. */
function paperOf(html: string, language = 'en-GB'): Promise<Buffer> {
  const blocks = declarationBlocks(cleanDeclaration(html));
  return typesetter.typeset('agreement.typ', async (missing) => {
    const set = paperTexts(language, missing);
    const sender = {
      name: 'Heron Marina',
      brand,
      logo: null,
      logoPicture: null,
      font: null,
      language,
      office,
      reason: '',
    };
    const { data, pictures } = frameData(set, sender, { title: 'Licence', created: new Date(0), foot: '{{page}}' });
    const addPicture = (content: Buffer) => {
      pictures.set(`${pictures.size}.picture`, content);
      return `${pictures.size - 1}.picture`;
    };
    const context = { missing, pictureText: (alt: string) => `Picture: ${alt}`, addPicture };
    const opening = openingData(set, { heading: 'Licence', lead: 'Read this.', notice: null });
    const facts = [factData(set, { label: 'Customer', value: 'Robin' })];
    const declaration = await declarationData(context, blocks);
    return { data: { ...data, ...opening, facts, declaration, signature: null, evidence: null }, pictures };
  });
}
const readOf = async (html: string, language?: string) => readPdf(await paperOf(html, language));

const hostile = '#panic("x") ] #{ while true {} } $x$ \\u{41} <label> @ref = no heading {{page}} \u{e000}{"alt":"x"}';

test('no text of an office becomes Typst, wherever it stands', async () => {
  const text = hostile.replace(/</g, '&lt;');
  const { text: read } = await readOf(`<h1>${text}</h1><p>${text}</p><ul><li>${text}</li></ul><pre>${text}</pre>
    <table><tr><th>${text}</th></tr><tr><td>${text}</td></tr></table><a href="https://example.com/#panic">${text}</a>
    <img alt='#panic("x")]' src="${signatureImage({ width: 80, height: 40, reach: 60 })}"><img alt="#panic()"
    src="data:image/png;base64,AAAA">`);
  expect(read.match(/#panic\("x"\) \] #\{ while true \{\} \}/g)).toHaveLength(7);
  expect(read.replaceAll(' ', '')).toContain('(https://example.com/#panic)');
  expect(read).toContain('Picture: #panic()');
});

test('[SAFE-59] a long run of blanks inside a text takes no time', () => {
  const html = cleanDeclaration(`<p>Terms</p><pre>a${'\n'.repeat(150_000)}b \n</pre>`);
  const before = process.threadCpuUsage();
  const [, pre] = declarationBlocks(html);
  expect(process.threadCpuUsage(before).user / 1e3).toBeLessThan(3_000);
  expect(pre).toMatchObject({ spans: [{ text: expect.stringMatching(/^a\n+b\u00a0?$/) }] });
});

test('headings go down by one level at most, as PDF/UA asks', async () => {
  const { structure } = await readOf('<h4>Four</h4><p>x</p><h6>Six</h6><h2>Two</h2><h5>Five</h5>');
  expect(structure.match(/^ *H\d "[^"]*"/gm)?.map((line) => line.trim())).toEqual([
    'H1 "Licence"',
    'H2 "Four"',
    'H3 "Six"',
    'H2 "Two"',
    'H3 "Five"',
  ]);
});

describe('a table', () => {
  test('has headings of columns and rows, and cells over several of them', async () => {
    const { structure, objects } = await readOf(`<table><tr><th>What</th><th colspan="2">Price</th></tr>
      <tr><th>Berth</th><td>1</td><td rowspan="2">2</td></tr><tr><th>Power</th><td>3</td></tr></table>`);
    expect(structure.match(/^ *T[HDR]\b/gm)?.map((line) => line.trim())).toEqual([
      'TR',
      'TH',
      'TH',
      'TR',
      'TH',
      'TD',
      'TD',
      'TR',
      'TH',
      'TD',
    ]);
    expect(objects.match(/\/Scope \/Row/g)).toHaveLength(2);
    expect(objects).toMatch(/\/ColSpan 2/);
    expect(objects).toMatch(/\/RowSpan 2/);
  });

  test('with more columns than a sheet has room for keeps all its words', async () => {
    const cells = Array.from({ length: 60 }, (_, column) => `<td>${column}.</td>`).join('');
    const { text } = await readOf(`<table><tr>${cells}</tr><tr>${cells}</tr></table>`);
    for (const column of [0, 13, 59]) expect(text.match(new RegExp(`\\b${column}\\.`, 'g'))).toHaveLength(2);
  });

  test('keeps within its columns: a word that is longer than one is broken', async () => {
    const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(3);
    const { words } = await readOf(
      `<p>${long}</p><table><tr><td>a</td><td>${long}</td><td>${'x '.repeat(90)}</td></tr></table>`,
    );
    expect(Math.max(...words.map(({ right }) => right))).toBeLessThan(595.28 - 50);
  });

  test('that has a row longer than a sheet goes on there', async () => {
    const { text, facts } = await readOf(`<table><tr><td>${'word '.repeat(6_000)}last</td><td>side</td></tr></table>`);
    expect(Number(facts.Pages)).toBeGreaterThan(2);
    expect(text.match(/\bword\b/g)).toHaveLength(6_000);
    expect(text).toContain('last');
  });
});

test('text from right to left stands at the right, also in a paper of the other direction', async () => {
  const { words } = await readOf('<p>Left</p><p>القارب للعميل</p>');
  const right = Math.max(...words.filter(({ text }) => /[\u0600-\u06ff]/.test(text)).map((word) => word.right));
  expect(right).toBeCloseTo(595.28 - 56, 0);
  expect(words.find(({ text }) => text === 'Left')?.left).toBeCloseTo(56, 0);
});

test('every text of an office can be set, in a paper of either direction', async () => {
  const words = fc.constantFrom(
    'Alpha',
    '£1',
    '"]#"',
    'قارب',
    '漢',
    '😀',
    'e\u0301',
    '\u202e',
    ' ',
    '\u00ad',
    '{{page}}',
    '\\',
  );
  const text = fc.array(words, { minLength: 1, maxLength: 5 }).map((all) => all.join(' '));
  const { node } = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 5, depthSize: 'medium' },
      text,
      fc
        .tuple(
          fc.constantFrom(
            'h1',
            'h3',
            'h6',
            'p',
            'div',
            'blockquote',
            'pre',
            'ul',
            'ol',
            'li',
            'dl',
            'dt',
            'dd',
            'b',
            'i',
            'u',
            's',
            'sub',
            'sup',
            'small',
            'a',
            'table',
            'caption',
            'thead',
            'tr',
            'th',
            'td',
            'br',
            'hr',
            'img',
          ),
          fc.nat(4),
          fc.array(tie('node'), { maxLength: 4 }),
        )
        .map(
          ([tag, span, inner]) =>
            `<${tag} colspan="${span}" rowspan="${span}" start="${span}">${inner.join('')}</${tag}>`,
        ),
    ),
  }));
  const table = fc
    .array(fc.array(fc.tuple(fc.nat(5), fc.nat(4), fc.boolean(), node), { maxLength: 5 }), { maxLength: 5 })
    .map((rows) =>
      rows.map((cells) =>
        cells.map(([columns, reach, isHeading, inner]) => {
          const tag = isHeading ? 'th' : 'td';
          return `<${tag} colspan="${columns}" rowspan="${reach}">${inner}</${tag}>`;
        }),
      ),
    )
    .map((rows) => `<table>${rows.map((cells) => `<tr>${cells.join('')}</tr>`).join('')}</table>`);
  const document = fc.array(fc.oneof(node, table), { minLength: 1, maxLength: 6 }).map((nodes) => nodes.join('\n'));
  await fc.assert(
    fc.asyncProperty(document, fc.constantFrom('en-GB', 'ar'), async (html, language) => {
      expect((await paperOf(html, language)).subarray(0, 5).toString()).toBe('%PDF-');
    }),
    { numRuns: 60, seed: 11, endOnFailure: true },
  );
});
