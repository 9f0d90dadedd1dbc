import { createHash, type X509Certificate } from 'node:crypto';
import { isSignatureOf } from './cms.ts';
import type { SealProof } from './seal-certificate.ts';

export interface Seal {
  certificate: X509Certificate;
  sealedAt: Date;
}

/** The length of the longest signature, in hexadecimal digits. An authority's certificate comes with a chain. */
const longest = 64 * 1024;

/**
 * Returns the seal of a PDF if one of these certificates sealed exactly these bytes. Else null. It interprets no part
 * of the PDF: everything but the signature is signed, and the signature is compared with the one that we would make.
 */
export function verifySeal(pdf: Buffer, proofs: readonly SealProof[]): Seal | null {
  const place = findSignature(pdf);
  if (!place) return null;
  const { start, end, sealedAt } = place;
  const hex = pdf.toString('latin1', start + 1, end - 1);
  if (!/^(?:[0-9a-f]{2})+$/.test(hex)) return null;
  const digest = createHash('sha256').update(pdf.subarray(0, start)).update(pdf.subarray(end)).digest();
  const proof = proofs.find((each) => isSignatureOf(digest, Buffer.from(hex, 'hex'), each));
  return proof ? { certificate: proof.certificate, sealedAt } : null;
}

/**
 * Finds the signature's place, with its brackets. DANGER: only the last range in the file counts, it must reach to the
 * end of the file, and the signature must follow it. Otherwise a range inside the sealed text could move the signature,
 * or somebody could append to the file.
 */
function findSignature(pdf: Buffer): { start: number; end: number; sealedAt: Date } | null {
  const at = pdf.lastIndexOf('/ByteRange');
  if (at < 0) return null;
  const written = /^\/ByteRange\s*\[\s*0 (\d{1,10}) (\d{1,10}) (\d{1,10})\s*\]\s*\/Contents\s*</.exec(
    pdf.toString('latin1', at, at + 200),
  );
  const sealedAt = timeBefore(pdf, at);
  if (!written || !sealedAt) return null;
  const [start = 0, end = 0, rest = 0] = written.slice(1).map(Number);
  const follows = start === at + written[0].length - 1;
  const closes = end - start > 2 && end - start < longest && pdf[end - 1] === '>'.charCodeAt(0);
  return follows && closes && end + rest === pdf.length ? { start, end, sealedAt } : null;
}

/** Returns the time in the signature's own entries, which stand before the range. */
function timeBefore(pdf: Buffer, at: number): Date | null {
  const from = pdf.lastIndexOf('/M (D:', at);
  if (from < 0) return null;
  const written = /^\/M \(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z\)/.exec(pdf.toString('latin1', from, from + 32));
  if (!written) return null;
  const [year = 0, month = 0, ...rest] = written.slice(1).map(Number);
  return new Date(Date.UTC(year, month - 1, ...rest));
}
