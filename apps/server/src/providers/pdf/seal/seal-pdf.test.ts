import { PDFDocument } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { readPdf } from '../../../testing/pdf.ts';
import {
  changeByte,
  isIntactForOpenssl,
  isIntactForPdfsig,
  makePkcs12,
  pdfsig,
  renderPages,
  rewrite,
  signaturePlace,
} from '../../../testing/pdf-signature.ts';
import { Typesetter } from '../typesetter.ts';
import { readPkcs12 } from './pkcs12.ts';
import { makeSealCertificate, type SealCertificate } from './seal-certificate.ts';
import { sealPdf, UnsealablePdf } from './seal-pdf.ts';
import { verifySeal } from './verify-seal.ts';

const now = new Date('2028-02-29T10:20:30Z');
const options = { now, reason: 'Signed by Jo Łódź', name: 'Saltmarsh Marina' };
let seal: SealCertificate;
let paper: Buffer;
let sealed: Buffer;

/** Three sheets. */
function makePaper(text: string): Promise<Buffer> {
  const about = { title: 'Berthing licence', author: 'Saltmarsh Marina', lang: 'en', region: 'GB' };
  const lines = Array.from({ length: 90 }, (_, line) => `${text} ${line}`);
  const data = { ...about, created: [2028, 2, 29, 10, 20, 30], heading: about.title, lines };
  return new Typesetter().typeset('specimen.typ', async () => ({ data, pictures: new Map() }));
}

beforeAll(async () => {
  seal = await makeSealCertificate('Saltmarsh Marina', now);
  paper = await makePaper('The berth holder keeps the berth tidy and the boat afloat');
  sealed = await sealPdf(paper, seal, options);
});

describe('[AGR-10] a sealed PDF', () => {
  test('is valid and whole for pdfsig, which shows who sealed it and when', async () => {
    const said = await pdfsig(sealed);
    expect(said).toContain('Signature is Valid');
    expect(said).toContain('Total document signed');
    expect(said).toContain('Signature Type: ETSI.CAdES.detached');
    expect(said).toContain('Signing Hash Algorithm: SHA-256');
    expect(said).toContain('Signer Certificate Common Name: Saltmarsh Marina');
    expect(said).toMatch(/Signing Time: Feb 29 2028/);
  });

  test('names its certificate within what is signed, as CAdES asks', async () => {
    expect(await isIntactForOpenssl(sealed, seal.certificate)).toBe(true);
    const other = await makeSealCertificate('Saltmarsh Marina', now);
    expect(await isIntactForOpenssl(sealed, other.certificate)).toBe(false);
  });

  test('begins with the paper as it was, looks the same, and qpdf finds no fault in it', async () => {
    expect(sealed.subarray(0, paper.length).equals(paper)).toBe(true);
    expect(await renderPages(sealed)).toBe(await renderPages(paper));
    const read = await readPdf(sealed);
    expect(read.text).toBe((await readPdf(paper)).text);
    expect(read.facts).toMatchObject({ Tagged: 'yes', Title: 'Berthing licence' });
  });

  test('has its signature’s widget in a form of its structure, behind all else, and so has a second', async () => {
    const { structure, objects, facts } = await readPdf(sealed);
    const pages = Number(facts.Pages);
    expect(structure.trimEnd().split('\n').at(-2)).toMatch(/^ +Form/);
    expect(objects).toContain(`/StructParent ${pages}\n`);
    expect(objects).toMatch(/\/Type \/OBJR/);
    const twice = await readPdf(await sealPdf(sealed, seal, options));
    expect(twice.structure.match(/^ +Form/gm)).toHaveLength(2);
    expect(twice.objects).toContain(`/StructParent ${pages + 1}\n`);
  });

  test('has its signature’s place filled to the last digit', () => {
    const { start, end } = signaturePlace(sealed);
    const hex = sealed.toString('latin1', start + 1, end - 1);
    expect(hex.slice(0, 4)).toBe('3082');
    expect(hex.length / 2).toBe(4 + Number.parseInt(hex.slice(4, 8), 16));
  });

  test.each([
    ['with object streams', ['--object-streams=generate']],
    ['linearised', ['--linearize']],
    ['of version 1.4', ['--force-version=1.4', '--object-streams=disable']],
  ])('a PDF %s can be sealed', async (_kind, how) => {
    const other = await sealPdf(await rewrite(paper, ...how), seal, options);
    expect(await isIntactForPdfsig(other)).toBe(true);
    expect(await renderPages(other)).toBe(await renderPages(paper));
    expect(verifySeal(other, [seal])).not.toBeNull();
  });

  test('can be sealed again: both signatures are valid, and the last is of the whole', async () => {
    const twice = await sealPdf(sealed, seal, options);
    const said = await pdfsig(twice);
    expect(said.match(/Signature is Valid/g)).toHaveLength(2);
    expect(said.match(/Total document signed/g)).toHaveLength(1);
    expect(verifySeal(twice, [seal])).not.toBeNull();
  });

  test.each(['', 'no PDF', '%PDF-1.7\n%%EOF'])('a file that is no PDF is refused: %j', async (text) => {
    await expect(sealPdf(Buffer.from(text), seal, options)).rejects.toThrow(UnsealablePdf);
  });

  test('an encrypted one is refused', async () => {
    const encrypted = await rewrite(paper, '--encrypt', 'u', 'o', '256', '--');
    await expect(sealPdf(encrypted, seal, options)).rejects.toThrow(UnsealablePdf);
  });
});

describe('[AGR-10] the operator’s own certificate', () => {
  test.each([
    ['RSA', ['rsa:2048']],
    ['P-384', ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384']],
  ])('of %s seals', async (_kind, key) => {
    const own = await readPkcs12(await makePkcs12('Harbour Authority', 'sésame', key), 'sésame');
    const file = await sealPdf(paper, own, options);
    expect(await pdfsig(file)).toContain('Signer Certificate Common Name: Harbour Authority');
    expect(await isIntactForPdfsig(file)).toBe(true);
    expect(verifySeal(file, [seal, own])?.certificate.subject).toBe('CN=Harbour Authority');
    expect(verifySeal(file, [seal])).toBeNull();
  });

  test('is refused with the reason', async () => {
    const file = await makePkcs12('x', 'right', ['rsa:2048']);
    await expect(readPkcs12(file, 'wrong')).rejects.toThrow('The password is wrong');
    await expect(readPkcs12(Buffer.from('x'), '')).rejects.toThrow('This is no PKCS#12 file');
    const old = await makePkcs12('x', 'right', ['rsa:2048'], '-legacy');
    await expect(readPkcs12(old, 'right')).rejects.toThrow('encrypted in the old way');
    const weak = await makePkcs12('x', 'right', ['rsa:1024']);
    await expect(readPkcs12(weak, 'right')).rejects.toThrow('The key has to be RSA of 2048 bits or more');
    const edwards = await makePkcs12('x', 'right', ['ed25519']);
    await expect(readPkcs12(edwards, 'right')).rejects.toThrow('The key has to be RSA of 2048 bits or more');
  });
});

describe('[AGR-10] a PDF that is handed in', () => {
  test('is known as ours and unchanged, with the time of its seal', () => {
    expect(verifySeal(sealed, [seal])).toEqual({ certificate: seal.certificate, sealedAt: now });
  });

  test('is not, after any byte of it was changed', () => {
    const { start, end } = signaturePlace(sealed);
    const bytes = (end - start - 2) / 2;
    // Two digits are a byte of the signature: of each byte one of them, in turn.
    const digits = Array.from({ length: bytes }, (_, byte) => start + 1 + 2 * byte + (byte % 2));
    const around = Array.from({ length: sealed.length }, (_, position) => position).filter(
      (position) => position <= start || position >= end - 1,
    );
    expect(digits.length + around.length).toBe(sealed.length - bytes);
    for (const position of [...around, ...digits])
      if (verifySeal(changeByte(sealed, position, position), [seal]) !== null)
        expect.fail(`${position} of ${start}-${end}`);
  });

  test('is not when its digits are only written differently', () => {
    const { start, end } = signaturePlace(sealed);
    const upper = Buffer.from(sealed);
    upper.write(sealed.toString('latin1', start, end).toUpperCase(), start, 'latin1');
    expect(verifySeal(upper, [seal])).toBeNull();
  });

  test('is not with anything before or behind it', async () => {
    expect(verifySeal(Buffer.concat([sealed, Buffer.from('\n')]), [seal])).toBeNull();
    expect(verifySeal(Buffer.concat([Buffer.from('\n'), sealed]), [seal])).toBeNull();
    expect(verifySeal(sealed.subarray(0, -1), [seal])).toBeNull();
  });

  test('is not with an update appended, which pdfsig sees as well', async () => {
    const document = await PDFDocument.load(sealed, { updateMetadata: false, forIncrementalUpdate: true });
    document.getPage(0).drawText('No fee is due.', { x: 40, y: 400 });
    const shadow = Buffer.from(await document.commit());
    expect(await pdfsig(shadow)).toContain('Signature is Valid');
    expect(await isIntactForPdfsig(shadow)).toBe(false);
    expect(verifySeal(shadow, [seal])).toBeNull();
  });

  test('is not when somebody else sealed it, in our name too', async () => {
    const forger = await makeSealCertificate('Saltmarsh Marina', now);
    const forged = await sealPdf(paper, forger, options);
    expect(await isIntactForPdfsig(forged)).toBe(true);
    expect(verifySeal(forged, [seal])).toBeNull();
    expect(verifySeal(await sealPdf(sealed, forger, options), [seal])).toBeNull();
  });

  test('is not with the seal of another paper', async () => {
    const other = await sealPdf(await makePaper('No fee is due'), seal, options);
    const { start, end } = signaturePlace(sealed);
    const from = signaturePlace(other);
    const swapped = Buffer.concat([
      sealed.subarray(0, start),
      other.subarray(from.start, from.end),
      sealed.subarray(end),
    ]);
    expect(verifySeal(swapped, [seal])).toBeNull();
  });

  test('is not with the signature moved to a place that its text names', async () => {
    const decoy = '/M (D:20200101000000Z) /ByteRange [ 0 0000000160 0000003000 0000009999 ] /Contents <';
    const bait = await sealPdf(await makePaper(decoy), seal, options);
    const { start, end } = signaturePlace(bait);
    const signature = bait.subarray(start, end);
    const rest = Buffer.concat([bait.subarray(0, start), bait.subarray(end)]);
    for (const at of [160, 500, start - 20])
      expect(verifySeal(Buffer.concat([rest.subarray(0, at), signature, rest.subarray(at)]), [seal])).toBeNull();
  });

  test('any other file gets the answer no, and never an error', () => {
    const bytes = fc.uint8Array({ maxLength: 2_000 }).map((array) => Buffer.from(array));
    const place = signaturePlace(sealed);
    const tampered = fc
      .tuple(fc.nat(sealed.length), fc.nat(60), bytes)
      .map(([at, cut, put]) => Buffer.concat([sealed.subarray(0, at), put, sealed.subarray(at + cut)]))
      .filter((file) => !file.equals(sealed));
    const message = bytes.map((put) =>
      Buffer.concat([
        sealed.subarray(0, place.start + 1),
        Buffer.from(put.toString('hex')),
        sealed.subarray(place.end - 1),
      ]),
    );
    const written = fc
      .tuple(fc.nat(), fc.nat(), fc.nat(), bytes)
      .map(([a, b, c, put]) =>
        Buffer.from(`/M (D:20280229102030Z) /ByteRange [ 0 ${a} ${b} ${c} ] /Contents <${put.toString('hex')}>`),
      );
    fc.assert(
      fc.property(fc.oneof(bytes, tampered, message, written), (file) => verifySeal(file, [seal]) === null),
      { numRuns: 2_000, seed: 4 },
    );
  });

  test('a message nested a hundred thousand deep is refused like any other', () => {
    const nested = '3080'.repeat(10_000);
    const { start } = signaturePlace(sealed);
    const head = sealed.toString('latin1', 0, sealed.lastIndexOf('/ByteRange'));
    const range = (end: number) => `/ByteRange [ 0 ${start} ${end} 1 ]`.padEnd(start - head.length - 11);
    const file = `${head}${range(start + nested.length + 2)}\n/Contents <${nested}>\n`;
    expect(verifySeal(Buffer.from(file, 'latin1'), [seal])).toBeNull();
  });
});
