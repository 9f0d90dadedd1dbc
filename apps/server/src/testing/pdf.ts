import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PNG } from 'pngjs';

const run = promisify(execFile);

export interface ReadPdf {
  /** The words with their places, in points from the left and the upper edge of their sheet. */
  words: { text: string; left: number; top: number; right: number; bottom: number }[];
  /** The text from pdftotext. Each run of blanks is one blank, of whichever kind they are. */
  text: string;
  /** The document's structure with its texts, as a screen reader walks it. */
  structure: string;
  /** The uncompressed objects, for facts that no tool prints. */
  objects: string;
  /** The lines of pdfinfo by name, such as `Title`. */
  facts: Record<string, string>;
}

/** Returns the pictures in a PDF, which poppler extracts. */
export async function picturesOf(content: Buffer): Promise<PNG[]> {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-test-pdf-'));
  try {
    await writeFile(join(folder, 'file.pdf'), content);
    await run('pdfimages', ['-png', 'file.pdf', 'picture'], { cwd: folder });
    const names = (await readdir(folder)).filter((name) => name.startsWith('picture')).sort();
    return await Promise.all(names.map(async (name) => PNG.sync.read(await readFile(join(folder, name)))));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the files that are attached to a PDF, which poppler extracts. */
export async function attachmentsOf(pdf: Buffer): Promise<{ name: string; content: Buffer }[]> {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-test-pdf-'));
  try {
    await writeFile(join(folder, 'file.pdf'), pdf);
    await run('pdfdetach', ['-saveall', '-o', folder, 'file.pdf'], { cwd: folder });
    const names = (await readdir(folder)).filter((name) => name !== 'file.pdf').sort();
    return await Promise.all(names.map(async (name) => ({ name, content: await readFile(join(folder, name)) })));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Reads a PDF with common tools. @throws if qpdf finds a fault in it */
export async function readPdf(content: Buffer): Promise<ReadPdf> {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-test-pdf-'));
  const file = join(folder, 'file.pdf');
  try {
    await writeFile(file, content);
    await run('qpdf', ['--check', file]);
    const [text, boxes, structure, info, open] = await Promise.all([
      run('pdftotext', ['-layout', file, '-']),
      run('pdftotext', ['-bbox', file, '-'], { maxBuffer: 16 * 1024 * 1024 }),
      run('pdfinfo', ['-struct-text', file]),
      run('pdfinfo', [file]),
      run('qpdf', ['--qdf', '--object-streams=disable', file, '-'], {
        encoding: 'latin1',
        maxBuffer: 16 * 1024 * 1024,
      }),
    ]);
    const lines = info.stdout.split('\n').map((line) => /^([^:]+):\s*(.*)$/.exec(line) ?? []);
    const facts = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
    return {
      text: text.stdout.replace(/\s+/g, ' '),
      words: wordsIn(boxes.stdout),
      structure: structure.stdout,
      objects: open.stdout,
      facts,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const wordsIn = (boxes: string): ReadPdf['words'] =>
  Array.from(
    boxes.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<\/word>/g),
    ([, left, top, right, bottom, text]) => ({
      text: text ?? '',
      left: Number(left),
      top: Number(top),
      right: Number(right),
      bottom: Number(bottom),
    }),
  );
