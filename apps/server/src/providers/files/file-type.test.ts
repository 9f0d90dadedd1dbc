import { buffer } from 'node:stream/consumers';
import { uploadTypes } from '@quayside/contract/documents/uploads.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makePaper } from '../../features/papers/papers.service.ts';
import { sampleFiles, zipOf } from '../../testing/sample-files.ts';
import { detectFileType, readHead } from './file-type.ts';
import { safeFileName } from './safe-file-name.ts';

const bytes = (...parts: (string | number[] | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

const { png, jpeg, webp, heic, tiff } = sampleFiles;

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
describe('[DOC-3] the type of a file is told by its content', () => {
  test.each([
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['image/webp', webp],
    ['image/heic', heic],
    ['image/tiff', tiff],
  ])('%s', async (type, content) => {
    expect(await detectFileType(content)).toBe(type);
  });

  test('application/pdf, as this server makes it', async () => {
    const about = { title: 't', author: 'a', language: 'en-GB', created: new Date(0) };
    const paper = await makePaper(null, { kind: 'specimen', ...about, lines: [] });
    expect(await detectFileType(paper)).toBe('application/pdf');
  });

  test.each<[what: string, content: Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a byte', Buffer.from('%')],
    ['text that is called a PDF', Buffer.from('This is my policy.')],
    ['zeros', Buffer.alloc(10_000)],
    ['SVG with a script', Buffer.from(svg)],
    ['SVG with a declaration', Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg>${svg}`)],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['HTML before a PDF', Buffer.from('<script>alert(1)</script>\n%PDF-1.7\n%%EOF')],
    ['HTML before a picture', bytes('<script>alert(1)</script>', png)],
    ['a program of Windows', bytes('MZ', Buffer.alloc(200), '%PDF-1.7')],
    ['a program of Linux', bytes([0x7f], 'ELF', [2, 1, 1], Buffer.alloc(60))],
    ['a shell script', Buffer.from('#!/bin/sh\nrm -rf /\n')],
    ['PostScript', Buffer.from('%!PS-Adobe-3.0\n(r) file')],
    ['an animation', Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1')],
    ['half a PNG’s begin', png.subarray(0, 5)],
    ['a film', bytes([0, 0, 0, 24], 'ftypisom', [0, 0, 0, 0], 'isommp42')],
  ])('%s is not accepted', async (_what, content) => {
    expect(await detectFileType(content)).toBeNull();
  });

  test.each([
    ['a zip', zipOf({ 'a.txt': 'x' })],
    ['a Word file', sampleFiles.docx],
    ['a zip in which every length lies', Buffer.from(zipOf({ '[Content_Types].xml': 'x' })).fill(0xff, 18, 26)],
  ])('%s may be a Word file, which its end tells', async (_what, content) => {
    expect(await detectFileType(content)).toBe('zip');
  });

  test('no content makes it fail', async () => {
    const magic = fc.constantFrom(png, jpeg, webp, heic, sampleFiles.docx, bytes('%PDF-1.7'));
    const broken = fc
      .tuple(magic, fc.nat(30), fc.uint8Array({ maxLength: 200 }))
      .map(([begin, length, rest]) => Buffer.concat([begin.subarray(0, length), rest]));
    await fc.assert(
      fc.asyncProperty(broken, async (content) => {
        const type = await detectFileType(content);
        return type === null || type === 'zip' || Object.hasOwn(uploadTypes, type);
      }),
      { numRuns: 1_000, seed: 3 },
    );
  });

  test('it is told from the begin of a stream, which then flows as a whole', async () => {
    const content = bytes('%PDF-1.7\n', Buffer.alloc(20_000, 'x'));
    for (const step of [1, 7, 4_100, 50_000]) {
      async function* pour() {
        for (let at = 0; at < content.length; at += step) yield content.subarray(at, at + step);
      }
      const { head, content: whole } = await readHead(pour());
      expect(await detectFileType(head)).toBe('application/pdf');
      expect(content.equals(await buffer(whole))).toBe(true);
    }
  });

  test('a stream that is given up is closed', async () => {
    let closed = false;
    async function* pour() {
      try {
        for (;;) yield Buffer.alloc(5_000);
      } finally {
        closed = true;
      }
    }
    const { content } = await readHead(pour());
    for await (const _ of content) break;
    expect(closed).toBe(true);
  });
});

describe('[DOC-4] a file is saved under a safe name', () => {
  test.each([
    ['policy.pdf', 'policy.pdf'],
    ['Policy 2026.PDF', 'Policy 2026.pdf'],
    ['Łódź – assurance d’été.pdf', 'Łódź – assurance d’été.pdf'],
    ['e\u0301te\u0301.pdf', 'été.pdf'],
    ['保険.pdf', '保険.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\Windows\\system32\\x.pdf', 'x.pdf'],
    ['policy.exe', 'policy.exe.pdf'],
    ['policy.pdf.exe', 'policy.pdf.exe.pdf'],
    ['policy\u202Efdp.exe', 'policyfdp.exe.pdf'],
    ['pol\u200Bicy\u0000.pdf', 'policy.pdf'],
    ['a\r\nContent-Type: text.pdf', 'aContent-Type_ text.pdf'],
    ['a"; filename="b.html', 'a_; filename=_b.html.pdf'],
    ['CON', '_CON.pdf'],
    ['nul.tar.pdf', '_nul.tar.pdf'],
    ['lpt1.pdf', '_lpt1.pdf'],
    ['..pdf', 'pdf.pdf'],
    ['.htaccess', 'htaccess.pdf'],
    ['policy. . .pdf', 'policy.pdf'],
    ['policy.pdf. ', 'policy.pdf'],
    ['file::$DATA', 'file__$DATA.pdf'],
    ['%2e%2e%2fx', '_2e_2e_2fx.pdf'],
    ['', 'document.pdf'],
    ['...', 'document.pdf'],
    ['/', 'document.pdf'],
  ])('%j becomes %j', (given, expected) => {
    expect(safeFileName(given, 'application/pdf')).toBe(expected);
  });

  test('the file’s name makes no difference', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('CON', '.', '..', '/', '\\', ' ', '\u202E', '\u0000', '.pdf', '👨‍👩‍👧‍👦', '\uD800'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const name = safeFileName(pieces.join(''), 'image/jpeg');
        expect(name).toMatch(/^[^\s.\\/][^\\/]*\.jpg$/u);
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}<>:"|?*%]/u);
        expect(name.isWellFormed()).toBe(true);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
        expect(safeFileName(name, 'image/jpeg')).toBe(name);
      }),
      { numRuns: 1_000, seed: 5 },
    );
  });
});
