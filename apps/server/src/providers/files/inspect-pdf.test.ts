import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileSender } from './file-storage.ts';
import { inspectPdf } from './inspect-pdf.ts';

const run = promisify(execFile);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quayside-test-pdf-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a PDF of one page, with entries of its catalog, and objects from 10 on. */
function pdfOf(catalog: string, objects: readonly string[] = []): Buffer {
  const all = [
    `1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${catalog} >>\nendobj`,
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj',
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Annots [20 0 R] >>\nendobj',
    ...objects.map((object, index) => `${10 + index} 0 obj\n${object}\nendobj`),
  ];
  let text = '%PDF-1.7\n';
  const places = new Map<number, number>();
  for (const object of all) {
    places.set(Number.parseInt(object, 10), text.length);
    text += `${object}\n`;
  }
  const at = text.length;
  const entries = [...places].map(([number, place]) => `${number} 1\n${String(place).padStart(10, '0')} 00000 n \n`);
  text +=
    `xref\n0 1\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size 40 /Root 1 0 R >>\nstartxref\n${at}\n` +
    '%%EOF\n';
  return Buffer.from(text, 'latin1');
}

/** Rewrites a file with qpdf, such as with its objects packed. */
async function rewritten(pdf: Buffer, ...options: string[]): Promise<Buffer> {
  const [from, to] = [join(folder, 'from.pdf'), join(folder, 'to.pdf')];
  writeFileSync(from, pdf);
  await run('qpdf', [...options, '--warning-exit-0', from, to]);
  return readFileSync(to);
}

const inspect = (pdf: Buffer, sender?: FileSender) => inspectPdf(async () => Uint8Array.from(pdf), sender);

const harmful: [string, Buffer][] = [
  ['a script that runs when it is opened', pdfOf('/OpenAction 10 0 R', ['<< /S /JavaScript /JS (app.alert(1)) >>'])],
  ['one spelled with escapes', pdfOf('/OpenAction 10 0 R', ['<< /S /J#61vaScript /J#53 (app.alert(1)) >>'])],
  ['one whose kind stands elsewhere', pdfOf('/OpenAction 10 0 R', ['<< /S 11 0 R /X (a) >>', '/J#61v#61Script'])],
  [
    'a script in a stream, with no kind',
    pdfOf('/AA << /WC 10 0 R >>', ['<< /JS 11 0 R >>', '<< /Length 1 >>\nstream\n1\nendstream']),
  ],
  ['a script by name', pdfOf('/Names << /J#61vaScript << /Names [(a) 10 0 R] >> >>', ['<< >>'])],
  [
    'a program call in an object that only lenient readers read',
    pdfOf('/OpenAction 10 0 R', ['<< /Type /Action /S /L#61unch /F (cmd.exe) /X }  >>']),
  ],
  ['a program call', pdfOf('/OpenAction 10 0 R', ['<< /S /L#61unch /F (calc.exe) >>'])],
  [
    'an attached file',
    pdfOf('/Names << /Embedded#46iles << /Names [(a) 10 0 R] >> >>', [
      '<< /Type /Filespec /F (a.exe) /E#46 << /F 11 0 R >> >>',
      '<< /Type /Em#62eddedFile /Length 1 >>\nstream\n1\nendstream',
    ]),
  ],
  [
    'a file pinned to a page',
    pdfOf('', [
      '<< >>',
      '<< >>',
      '<< >>',
      '<< >>',
      '<< >>',
      '<< >>',
      '<< >>',
      '<< >>',
      '<< >>',
      '<< >>',
      '<< /Type /Annot /Subtype /File#41ttachment /Rect [0 0 9 9] >>',
    ]),
  ],
  [
    'a form that brings scripts',
    pdfOf('/AcroForm << /XF#41 10 0 R /Fields [] >>', ['<< /Length 1 >>\nstream\n1\nendstream']),
  ],
];

describe('[DOC-4] actions of a PDF when it is opened', () => {
  test.each(harmful)('finds %s', async (_what, pdf) => {
    expect(await inspect(pdf)).toBe('active');
  });

  test.each(harmful)('finds %s, packed in an object stream', async (_what, pdf) => {
    const packed = await rewritten(pdf, '--object-streams=generate', '--preserve-unreferenced');
    expect(packed.includes('/ObjStm')).toBe(true);
    expect(await inspect(packed)).toBe('active');
  });

  test.each([['plain'], ['packed', '--object-streams=generate']])(
    'finds it in a file that is protected against changes (%s)',
    async (_how, ...options) => {
      const pdf = pdfOf('/OpenAction 10 0 R', ['<< /S /L#61unch /F (calc.exe) >>']);
      const locked = await rewritten(pdf, ...options, '--encrypt', '', 'owner', '256', '--');
      expect(await inspect(locked)).toBe('active');
    },
  );

  test.each([[[]], [['--object-streams=generate']], [['--encrypt', '', 'owner', '256', '--']]])(
    'finds nothing in an honest one (qpdf %j)',
    async (options) => {
      const pdf = pdfOf('/OpenAction [3 0 R /Fit]', ['<< /S /URI /URI (https://marina.example) >>', '(/JavaScrip)']);
      expect(await inspect(options.length === 0 ? pdf : await rewritten(pdf, ...options))).toBeNull();
    },
  );

  test('finds the object that the table of contents names, if another with its number stands behind', async () => {
    const pdf = pdfOf('/OpenAction 10 0 R', ['<< /S /L#61unch /F (calc.exe) >>']).toString('latin1');
    const twice = pdf.replace('xref\n0 1', '10 0 obj\n<< /S /URI /URI (x) >>\nendobj\nxref\n0 1');
    expect(await inspect(Buffer.from(twice, 'latin1'))).toBe('active');
  });

  test('finds a script that only readers find which repair broken files', async () => {
    const inside =
      '<< /Length 60 >>\nstream\n12 0 obj << /S /Java#53cript /JS (x) >> endobj                 \nendstream';
    expect(await inspect(pdfOf('', [inside]))).toBe('active');
  });

  test('nobody can look into one that asks for a password', async () => {
    const locked = await rewritten(pdfOf(''), '--encrypt', 'user', 'owner', '256', '--');
    expect(await inspect(locked)).toBe('unreadable');
  });

  test('a file that is not a PDF, or unpacks to gigabytes, ends the check and is refused', async () => {
    expect(await inspect(Buffer.from('%PDF-nonsense'))).toBe('unreadable');
    const bomb = deflateSync(deflateSync(Buffer.alloc(400 * 1024 * 1024)));
    const packed =
      `<< /Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode] /Length ${bomb.length} >>\nstream\n` +
      `${bomb.toString('latin1')}\nendstream`;
    expect(await inspect(pdfOf('', [packed, packed, packed, packed]))).toBe('unreadable');
    // A reader may repair it, and find objects in it.
    expect(await inspect(pdfOf('', ['<< /Type /Obj#53tm /N 1 /First 4 /X }  >>']))).toBe('unreadable');
  });
});

/** Makes a small PDF that takes long to inspect: its packed stream holds very many objects. */
function slowPdf(): Buffer {
  const count = 30_000;
  const numbers = Array.from({ length: count }, (_, at) => `${at + 100} ${at * 3} `).join('');
  const packed = deflateSync(Buffer.from(`${numbers}${'[] '.repeat(count)}`));
  const head = `<< /Type /ObjStm /N ${count} /First ${numbers.length} /Filter /FlateDecode /Length ${packed.length} >>`;
  return pdfOf('', [`${head}\nstream\n${packed.toString('latin1')}\nendstream`]);
}

test('[SAFE-97] files of one sender hold up another sender for one of them at most, and wait unread', async () => {
  const slow = slowPdf();
  let readOfOne = 0;
  let doneOfOne = 0;
  const many = Array.from({ length: 4 }, async () => {
    const read = async () => {
      readOfOne += 1;
      return Uint8Array.from(slow);
    };
    await inspectPdf(read, { tenantId: 1, accountId: 1 });
    doneOfOne += 1;
  });
  expect(await inspect(pdfOf(''), { tenantId: 1, accountId: 2 })).toBeNull();
  expect(doneOfOne).toBeLessThanOrEqual(1);
  expect(readOfOne).toBeLessThanOrEqual(2);
  await Promise.all(many);
}, 60_000);

test('[SAFE-108] many senders of one marina hold up another marina’s for two files at most', async () => {
  const slow = slowPdf();
  let done = 0;
  const many = Array.from({ length: 4 }, async (_, accountId) => {
    await inspect(slow, { tenantId: 1, accountId });
    done += 1;
  });
  expect(await inspect(pdfOf(''), { tenantId: 2, accountId: 1 })).toBeNull();
  expect(done).toBeLessThanOrEqual(2);
  await Promise.all(many);
}, 60_000);
