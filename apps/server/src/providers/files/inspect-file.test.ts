import type { UploadType } from '@quayside/contract/documents/uploads.ts';
import { describe, expect, test } from 'vitest';
import { heicOfSizes, pixelBombs, pngOf, sampleFiles, tiffOf, wordParts, zipOf } from '../../testing/sample-files.ts';
import { findFlaw, type Flaw } from './inspect-file.ts';

const { pdf, png, jpeg, webp, heic, tiff, docx } = sampleFiles;
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Inspects a file. Returns the flaw, and the number of bytes that were read. */
async function inspect(type: UploadType | 'zip', content: Buffer): Promise<{ flaw: Flaw | null; loaded: number }> {
  let loaded = 0;
  const read = async (start: number, end: number) => {
    const part = content.subarray(start, end + 1);
    loaded += part.length;
    return part;
  };
  return { flaw: await findFlaw(type, { size: content.length, read }), loaded };
}

const flawOf = async (type: UploadType | 'zip', content: Buffer) => (await inspect(type, content)).flaw;

describe('[DOC-3] a look into a stored file', () => {
  test.each<[UploadType, Buffer]>([
    ['application/pdf', pdf],
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['image/webp', webp],
    ['image/heic', heic],
    ['image/tiff', tiff],
    [wordType, docx],
    ['image/png', pngOf(20_000, 12_000)],
    ['image/tiff', tiffOf(8_000, 12_000, 3_000_000)],
  ])('finds nothing wrong with an honest %s', async (type, content) => {
    expect(await flawOf(type, content)).toBeNull();
  });

  test.each<[keyof typeof pixelBombs, UploadType]>([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['heic', 'image/heic'],
    ['tiff', 'image/tiff'],
  ])('finds a %s that unpacks to billions of pixels', async (name, type) => {
    expect(await flawOf(type, pixelBombs[name])).toBe('too-many-pixels');
  });

  test.each<[string, UploadType, Buffer]>([
    ['half a PNG', 'image/png', png.subarray(0, 12)],
    ['a picture of no size', 'image/png', pngOf(0, 10)],
    ['a JPEG that never says its size', 'image/jpeg', jpeg.subarray(0, 20)],
    ['a HEIC without its properties', 'image/heic', heic.subarray(0, 24)],
    ['a TIFF that points behind its end', 'image/tiff', tiff.subarray(0, 10)],
    ['a TIFF that points at itself', 'image/tiff', Buffer.from('II*\0\x04\0\0\0\x02\0\0\0', 'latin1')],
  ])('finds %s damaged', async (_what, type, content) => {
    expect(await flawOf(type, content)).toBe('damaged');
  });

  test.each<[string, UploadType, Buffer]>([
    ['a picture that is a program of Java too', 'image/jpeg', Buffer.concat([jpeg, zipOf({ 'Main.class': 'x' })])],
    ['a PDF that is a zip too', 'application/pdf', Buffer.concat([pdf, zipOf({ 'a.txt': 'x' })])],
    ['a picture that is a PDF too', 'image/png', pngOf(1, 1, '%PDF-1.7 (script)')],
  ])('finds %s', async (_what, type, content) => {
    expect(await flawOf(type, content)).toBe('two-in-one');
  });

  test.each<[string, Buffer]>([
    ['another zip', zipOf({ 'a.txt': 'x' })],
    ['half a Word file', docx.subarray(0, docx.length - 30)],
    ['one that names a path outside', zipOf({ ...wordParts, '../../etc/passwd': 'x' })],
    ['one that names an absolute path', zipOf({ ...wordParts, '/etc/passwd': 'x' })],
    ['one that grows to a gigabyte', zipOf([{ name: 'word/document.xml', content: 'x', claims: 1_000_000_000 }])],
    [
      'one that grows to 210 MB in pieces',
      zipOf([
        ...Object.entries(wordParts).map(([name, content]) => ({ name, content })),
        ...Array.from({ length: 21 }, (_, index) => ({ name: `m${index}`, content: '', claims: 10_485_760 })),
      ]),
    ],
    [
      'one of ten thousand parts',
      zipOf([
        ...Object.entries(wordParts).map(([name, content]) => ({ name, content })),
        ...Array.from({ length: 10_000 }, (_, index) => ({ name: `m${index}`, content: '' })),
      ]),
    ],
    ['one in which every length lies', Buffer.from(docx).fill(0xff, docx.length - 16)],
  ])('finds no Word file in %s', async (_what, content) => {
    expect(await flawOf('zip', content)).toBe('not-word');
  });

  const relation = (attributes: string) => ({
    ...wordParts,
    'word/_rels/settings.xml.rels': `<?xml version="1.0"?><Relationships xmlns="r">${attributes}</Relationships>`,
  });
  const type = (kind: string) => `Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}"`;
  const macroType =
    '<Types><Override PartName="/word/x.bin" ContentType="application/vnd.ms-office.vba&#80;roject"/></Types>';

  test.each<[string, Record<string, string>]>([
    ['macros', { ...wordParts, 'word/vbaProject.bin': 'x' }],
    ['macros under another name', { ...wordParts, '[Content_Types].xml': macroType, 'word/x.bin': 'x' }],
    ['another program’s file', { ...wordParts, 'word/embeddings/oleObject1.bin': 'x' }],
    [
      'a template from elsewhere',
      relation(
        `<Relationship Id="1" ${type('attachedTemplate')} Target="https://x.example/t.dotm" TargetMode="External"/>`,
      ),
    ],
    [
      'a template from elsewhere, spelled with escapes and a prefix',
      relation(
        `<r:Relationship\nTargetMode = 'Ext&#x65;rnal' ${type('attachedTempl&#97;te')} Target='//x.example/t'/>`,
      ),
    ],
    [
      'a picture from elsewhere',
      relation(`<Relationship ${type('image')} Target="//x.example/i" TargetMode="External"/>`),
    ],
    [
      'a relation that reads like none',
      relation(`<Relationship ${type('image')} Target="a<b" TargetMode="External"/>`),
    ],
    [
      'a template whose address ends like the kind of a link',
      relation(
        `<Relationship ${type('attachedTemplate')} Target="https://x.example/hyperlink" TargetMode="External"/>`,
      ),
    ],
    ['entities of its own', relation('<!DOCTYPE x [<!ENTITY e "External">]>')],
  ])('finds %s in a Word file', async (_what, parts) => {
    expect(await flawOf('zip', zipOf(parts))).toBe('active-word');
  });

  test.each<[string, Record<string, string | Buffer>]>([
    [
      'a document of another kind, which it takes in when it opens',
      relation(`<Relationship Id="1" ${type('aFChunk')} Target="part.rtf"/>`),
    ],
    [
      'a pane of an add-in',
      relation(
        '<Relationship Id="1" Type="http://schemas.microsoft.com/office/2011/relationships/webextensiontaskpanes"' +
          ' Target="panes.xml"/>',
      ),
    ],
    [
      'a template from elsewhere in UTF-16 without its mark',
      {
        ...wordParts,
        'word/_rels/settings.xml.rels': Buffer.from(
          '<?xml version="1.0" encoding="UTF-16"?><Relationships xmlns="r"><Relationship Id="1" ' +
            `${type('attachedTemplate')} Target="https://x.example/t.dotm" TargetMode="External"/></Relationships>`,
          'utf16le',
        ),
      },
    ],
  ])('[SAFE-116] finds %s in a Word file', async (_what, parts) => {
    expect(await flawOf('zip', zipOf(parts))).toBe('active-word');
  });

  test('a Word file may have links that somebody has to click', async () => {
    const link = relation(`<Relationship ${type('hyperlink')} Target="https://x.example/" TargetMode="External"/>`);
    expect(await flawOf('zip', zipOf(link))).toBeNull();
  });

  test('loads little of a large file', async () => {
    const large = Buffer.concat([pngOf(4_000, 3_000), Buffer.alloc(20_000_000)]);
    expect((await inspect('image/png', large)).loaded).toBeLessThan(1_200_000);
    expect((await inspect('image/tiff', tiffOf(1, 1, 20_000_000))).loaded).toBeLessThan(1_200_000);
  });
});

test('[SAFE-98] a HEIC that states very many sizes is refused unread, and one of few is read', async () => {
  expect(await flawOf('image/heic', heicOfSizes(40_000))).toBe('damaged');
  expect(await flawOf('image/heic', heicOfSizes(50))).toBeNull();
});
