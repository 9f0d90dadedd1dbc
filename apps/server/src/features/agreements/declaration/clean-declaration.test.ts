import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { boundlessHtml, hostileHtml } from '../../../testing/hostile-html.ts';
import { cleanDeclaration, UnusableDeclaration } from './clean-declaration.rules.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;

const allowed = new Set(
  `h1 h2 h3 h4 h5 h6 p div blockquote pre br hr ul ol li dl dt dd b strong i em u s del ins sub sup small code a img
  table caption thead tbody tfoot tr th td`.split(/\s+/),
);
const allowedAttributes = new Set('href rel src alt start colspan rowspan scope dir lang'.split(' '));

/** Expects that a browser finds only elements and attributes of the list. */
function expectHarmless(html: string): void {
  const visit = (node: Node): void => {
    expect(node.nodeName).not.toBe('#comment');
    if (!('tagName' in node)) return;
    expect(allowed).toContain(node.tagName);
    expect(node.namespaceURI).toBe('http://www.w3.org/1999/xhtml');
    for (const { name, value } of node.attrs) {
      expect(allowedAttributes).toContain(name);
      if (name === 'href') expect(value).toMatch(/^(https:\/\/|mailto:)/i);
      if (name === 'src') expect(value).toMatch(/^data:image\/(png|jpeg|gif|webp);base64,/);
    }
    for (const child of node.childNodes) visit(child);
  };
  for (const node of parseFragment(html).childNodes) visit(node);
}

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('[AGR-11] a declaration is cleaned on its way in', () => {
  test('there are at least 100 attacks', () => {
    expect(new Set(hostileHtml).size).toBeGreaterThanOrEqual(100);
  });

  test.each(hostileHtml.map((html) => [html]))('%s', (html) => {
    const cleaned = cleanDeclaration(html);
    expectHarmless(cleaned);
    expect(cleanDeclaration(cleaned)).toBe(cleaned);
  });

  test('all of them in one document', () => {
    const cleaned = cleanDeclaration(hostileHtml.slice().reverse().join('\n'));
    expectHarmless(cleaned);
    expect(cleanDeclaration(cleaned)).toBe(cleaned);
  });

  test.each(boundlessHtml)('refuses %s', (_what, html) => {
    expect(() => cleanDeclaration(html)).toThrow(UnusableDeclaration);
  });

  test('every text becomes harmless, and stays the same when it is cleaned again', () => {
    const piece = fc.oneof(
      fc.constantFrom(...hostileHtml),
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '/',
        '&',
        '<!--',
        '-->',
        '</',
        '<p',
        '<table>',
        '<tr>',
        '<td>',
        '<a href=',
        '<li>',
        '<b>',
        '</b>',
        '<pre>\n',
      ),
      fc.string({ unit: 'binary', maxLength: 10 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        let cleaned: string;
        try {
          cleaned = cleanDeclaration(pieces.join(''));
        } catch (error) {
          return error instanceof UnusableDeclaration;
        }
        expectHarmless(cleaned);
        return cleanDeclaration(cleaned) === cleaned;
      }),
      { numRuns: 1_000, seed: 11 },
    );
  });
});

describe('[AGR-11] a declaration stays a document', () => {
  test.each([
    ['<h1>Licence</h1><p>The <b>berth</b> is <em>kept</em> tidy.<br>Always.</p><hr>'],
    ['<ol start="3"><li>One<ul><li>Two</li></ul></li></ol><dl><dt>LOA</dt><dd>9.2 m</dd></dl>'],
    [
      '<table><caption>Fees</caption><thead><tr><th scope="col">Berth</th></tr></thead><tbody><tr>' +
        '<td colspan="2" rowspan="3">A1</td></tr></tbody></table>',
    ],
    [`<p><img src="${pixel}" alt="Plan of the harbour"></p>`],
    ['<p lang="fr-FR" dir="ltr">L’été – 12 €, H<sub>2</sub>O, m<sup>2</sup></p><blockquote>As said.</blockquote>'],
    ['<p><a href="https://harbour.example/rules?a=1&#x26;b=2" rel="noopener noreferrer nofollow">rules</a></p>'],
    ['<pre>a\n  b</pre><p>1 &#x3C; 2 &#x26; 3 > 2</p>'],
  ])('%s is left as it is', (html) => {
    expect(cleanDeclaration(html)).toBe(html);
  });

  test.each([
    ['<section><p>a</p></section><center>b</center>', '<div><p>a</p></div><div>b</div>'],
    ['<span style="color:red">red</span> <font>x</font>', 'red x'],
    ['<P CLASS=x>a<P>b', '<p>a</p><p>b</p>'],
    ['<td>alone</td><li>too', 'alonetoo'],
    ['<table><tr><td colspan=99999>x</table>', '<table><tbody><tr><td>x</td></tr></tbody></table>'],
    ['<p>Sign <input value=x> here <button>now</button></p>', '<p>Sign  here now</p>'],
    ['<a href="http://plain.example">x</a>', '<a>x</a>'],
    ['a\r\nb\u0000c', 'a\nbc'],
    ['', ''],
  ])('%s becomes %s', (html, expected) => {
    expect(cleanDeclaration(html)).toBe(expected);
  });

  test('an image that is too large is left out, the rest stays', () => {
    const image = `<img alt="x" src="data:image/png;base64,${'A'.repeat(1_000_000)}">`;
    expect(cleanDeclaration(`<p>a${image}b</p>`)).toBe('<p>ab</p>');
  });
});
