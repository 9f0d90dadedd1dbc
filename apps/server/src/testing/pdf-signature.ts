import { execFile } from 'node:child_process';
import { createHash, type X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs `work` in a folder of its own that holds these files. */
async function withFiles<Result>(files: Record<string, Buffer | string>, work: (folder: string) => Promise<Result>) {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-test-seal-'));
  try {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Returns the output of poppler's pdfsig for a file. pdfsig fails if there is no signature, or if it can't read the
 * file.
 * @param trust a folder with the certificates that it trusts
 */
export const pdfsig = (pdf: Buffer, trust?: string) =>
  withFiles({ 'file.pdf': pdf }, async (folder) => {
    const args = [...(trust === undefined ? [] : ['-nssdir', trust]), 'file.pdf'];
    const { stdout } = await run('pdfsig', args, { cwd: folder }).catch((error: { stdout: string }) => error);
    return stdout;
  });

/** Tells if pdfsig accepts a file; with `trust`, if it accepts the signer's certificate too. */
export async function isIntactForPdfsig(pdf: Buffer, trust?: string): Promise<boolean> {
  const output = await pdfsig(pdf, trust);
  const isTrusted = trust === undefined || output.includes('Certificate is Trusted');
  return output.includes('Signature is Valid') && output.includes('Total document signed') && isTrusted;
}

/** Runs `work` with a folder that makes pdfsig trust this root's certificates, and no others. */
export const trusting = <Result>(root: X509Certificate, work: (trust: string) => Promise<Result>) =>
  withFiles({ 'root.pem': root.toString() }, async (folder) => {
    await run('certutil', ['-N', '-d', folder, '--empty-password']);
    const given = ['-n', 'root', '-t', ',C,', '-i', join(folder, 'root.pem')];
    await run('certutil', ['-A', '-d', folder, ...given]);
    return work(folder);
  });

/** A range of bytes: `end` is not part of it. */
export interface Place {
  start: number;
  end: number;
}

/** Finds the signature in a sealed file, brackets included. */
export function signaturePlace(pdf: Buffer): Place {
  const [, start, end] =
    /\/ByteRange \[ 0 (\d+) (\d+) /.exec(pdf.toString('latin1', pdf.lastIndexOf('/ByteRange'))) ?? [];
  return { start: Number(start), end: Number(end) };
}

/** Finds the bytes that draw the last page. */
export const lastPagePlace = (pdf: Buffer) =>
  withFiles({ 'file.pdf': pdf }, async (folder): Promise<Place> => {
    const { stdout } = await run('qpdf', ['--json', '--json-key=pages', 'file.pdf'], { cwd: folder });
    const pages: { contents: string[] }[] = JSON.parse(stdout).pages;
    const object = pages.at(-1)?.contents[0]?.replace(' R', ' obj');
    const start = pdf.indexOf(`\n${object}`);
    return { start: pdf.indexOf('stream', start), end: pdf.indexOf('endstream', start) };
  });

/**
 * Returns the few digits of the signature that no reader checks, because they carry no information (decision 21):
 * the two versions; the kind of the signed content, which is inside the signed part as well; and the unused bits in
 * the last byte of the certificate's own signature.
 */
export function idleDigits(pdf: Buffer, certificate: X509Certificate): ReadonlySet<number> {
  const { start } = signaturePlace(pdf);
  const { raw } = certificate;
  const end = pdf.indexOf(raw.toString('hex')) + 2 * raw.length;
  const ownSignature = raw.findLastIndex(
    (byte, at) => byte === 3 && raw[at + 1] === raw.length - at - 2 && raw[at + 2] === 0,
  );
  const data = '06092a864886f70d010701';
  const [version, kind, signerVersion] = [
    pdf.indexOf('020101', start),
    pdf.indexOf(data, start),
    pdf.indexOf('020101', end),
  ];
  const [leftOver, from] = [end - 2 * raw.length + 2 * (ownSignature + 2) + 1, kind + 4];
  const places = [version + 4, version + 5, signerVersion + 4, signerVersion + 5, leftOver];
  return new Set([...places, ...Array.from({ length: data.length - 4 }, (_, digit) => from + digit)]);
}

/** Changes one byte of the file: to another digit inside the signature, to any other byte elsewhere. */
export function changeByte(pdf: Buffer, position: number, by: number): Buffer {
  const { start, end } = signaturePlace(pdf);
  const changed = Buffer.from(pdf);
  const digits = '0123456789abcdef';
  const old = String.fromCharCode(changed[position] ?? 0);
  if (position > start && position < end - 1)
    changed.write(digits[(digits.indexOf(old) + 1 + (by % 15)) % 16] ?? '', position, 'latin1');
  else changed[position] = ((changed[position] ?? 0) + 1 + (by % 255)) % 256;
  return changed;
}

/** Tells if OpenSSL finds that this certificate signed the file. It checks the certificate too (CAdES). */
export async function isIntactForOpenssl(pdf: Buffer, certificate: X509Certificate): Promise<boolean> {
  const { start, end } = signaturePlace(pdf);
  const files = {
    content: Buffer.concat([pdf.subarray(0, start), pdf.subarray(end)]),
    message: Buffer.from(pdf.toString('latin1', start + 1, end - 1), 'hex'),
    'certificate.pem': certificate.toString(),
  };
  const trust = ['-CAfile', 'certificate.pem', '-partial_chain', '-purpose', 'any', '-no_check_time'];
  const input = ['-inform', 'DER', '-in', 'message', '-binary', '-content', 'content', '-out', 'out'];
  return withFiles(files, (folder) =>
    run('openssl', ['cms', '-verify', '-cades', ...input, ...trust], { cwd: folder }).then(
      () => true,
      () => false,
    ),
  );
}

/** Returns the digests of the pages' pictures. */
export const renderPages = (pdf: Buffer) =>
  withFiles({ 'file.pdf': pdf }, async (folder) => {
    const { stdout } = await run('pdftoppm', ['-r', '50', 'file.pdf'], {
      cwd: folder,
      encoding: 'buffer',
      maxBuffer: 64 * 1024 * 1024,
    });
    return createHash('sha256').update(stdout).digest('hex');
  });

/** Returns the same document, rewritten by qpdf with these options. */
export const rewrite = (pdf: Buffer, ...options: string[]) =>
  withFiles({ 'file.pdf': pdf }, async (folder) => {
    const { stdout } = await run('qpdf', [...options, 'file.pdf', '-'], {
      cwd: folder,
      encoding: 'buffer',
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  });

/** Makes a PKCS#12 file with OpenSSL. @param key such as `rsa:2048` */
export const makePkcs12 = (name: string, password: string, key: readonly string[], ...options: string[]) =>
  withFiles({}, async (folder) => {
    const at = { cwd: folder };
    await run(
      'openssl',
      ['req', '-x509', '-newkey', ...key, '-nodes', '-subj', `/CN=${name}`, '-keyout', 'k', '-out', 'c'],
      at,
    );
    const { stdout } = await run(
      'openssl',
      ['pkcs12', '-export', ...options, '-inkey', 'k', '-in', 'c', '-passout', `pass:${password}`],
      { ...at, encoding: 'buffer' },
    );
    return stdout;
  });
