import { execFile } from 'node:child_process';
import { createHash, type X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Works in a folder of its own, with files of these contents. */
async function withFiles<Result>(files: Record<string, Buffer | string>, work: (folder: string) => Promise<Result>) {
  const folder = await mkdtemp(join(tmpdir(), 'quayside-test-seal-'));
  try {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What poppler's pdfsig says of a file. It fails where there is no signature, and on what it can't read. */
export const pdfsig = (pdf: Buffer) =>
  withFiles({ 'file.pdf': pdf }, async (folder) => {
    const { stdout } = await run('pdfsig', ['file.pdf'], { cwd: folder }).catch((error: { stdout: string }) => error);
    return stdout;
  });

/** Whether pdfsig has nothing to say against a file. */
export async function isIntactForPdfsig(pdf: Buffer): Promise<boolean> {
  const said = await pdfsig(pdf);
  return said.includes('Signature is Valid') && said.includes('Total document signed');
}

/** Where the signature stands in a sealed file, brackets included. */
export function signaturePlace(pdf: Buffer): { start: number; end: number } {
  const [, start, end] =
    /\/ByteRange \[ 0 (\d+) (\d+) /.exec(pdf.toString('latin1', pdf.lastIndexOf('/ByteRange'))) ?? [];
  return { start: Number(start), end: Number(end) };
}

/** Whether OpenSSL finds that this certificate signed the file, which it asks of the certificate too (CAdES). */
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

/** The pages as pictures, by their digests. */
export const renderPages = (pdf: Buffer) =>
  withFiles({ 'file.pdf': pdf }, async (folder) => {
    const { stdout } = await run('pdftoppm', ['-r', '50', 'file.pdf'], {
      cwd: folder,
      encoding: 'buffer',
      maxBuffer: 64 * 1024 * 1024,
    });
    return createHash('sha256').update(stdout).digest('hex');
  });

/** The same document as qpdf writes it with these options. */
export const rewrite = (pdf: Buffer, ...options: string[]) =>
  withFiles({ 'file.pdf': pdf }, async (folder) => {
    const { stdout } = await run('qpdf', [...options, 'file.pdf', '-'], {
      cwd: folder,
      encoding: 'buffer',
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  });

/** A PKCS#12 file as OpenSSL writes it. @param key such as `rsa:2048` */
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
