import { createPrivateKey, type KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import { BitString, Integer, Utf8String } from 'asn1js';
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension } from 'pkijs';

/** The certificate and key with which a marina seals its papers. */
export interface SealCertificate {
  certificate: X509Certificate;
  /** The certificates between it and the root, for readers who don't have them. */
  chain: readonly X509Certificate[];
  /**
   * The root that a reader has to trust, if the server made it. It is in no paper. Null if an authority made the
   * certificate, because readers have its root already.
   */
  root: X509Certificate | null;
  privateKey: KeyObject;
}

/** The part of it that proves a seal later. */
export type SealProof = Pick<SealCertificate, 'certificate' | 'chain'>;

const years = 10;
const oids = { commonName: '2.5.4.3', keyUsage: '2.5.29.15', basicConstraints: '2.5.29.19' };

/**
 * Makes a certificate (P-256, valid for ten years) and the root that vouches for it. Readers of PDFs trust roots, and
 * they find every change only if a root vouches for the certificate. The root's key is forgotten at once, so it never
 * vouches for another. Both prove that nobody has changed a paper since it was sealed. Only a certificate from an
 * authority proves who made it.
 * @param name of the marina, as readers show the signer
 */
export async function makeSealCertificate(name: string, now: Date): Promise<SealCertificate> {
  const [rootKeys, keys] = await Promise.all([makeKeys({ extractable: false }), makeKeys({ extractable: true })]);
  // Gives each root a name of its own. A marina can get several, one after the other.
  const issuer = commonName(`${firstOf(name, 47)} ${randomBytes(8).toString('hex')}`);
  const byRoot = { issuer, signedWith: rootKeys.privateKey, now };
  const [root, certificate] = await Promise.all([
    issue({ ...byRoot, subject: issuer, key: rootKeys.publicKey, extensions: [isRoot(), usage.vouches()] }),
    issue({ ...byRoot, subject: commonName(firstOf(name, 64)), key: keys.publicKey, extensions: [usage.signs()] }),
  ]);
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  return { certificate, chain: [], root, privateKey: createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }) };
}

const makeKeys = ({ extractable }: { extractable: boolean }) =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, extractable, ['sign', 'verify']);

interface ToIssue {
  subject: AttributeTypeAndValue;
  issuer: AttributeTypeAndValue;
  key: CryptoKey;
  signedWith: CryptoKey;
  extensions: Extension[];
  now: Date;
}

async function issue({ subject, issuer, key, signedWith, extensions, now }: ToIssue): Promise<X509Certificate> {
  const certificate = new Certificate({ version: 2, serialNumber: serialNumber(), extensions });
  certificate.subject.typesAndValues.push(subject);
  certificate.issuer.typesAndValues.push(issuer);
  certificate.notBefore.value = new Date(now);
  certificate.notAfter.value = new Date(now);
  certificate.notAfter.value.setUTCFullYear(now.getUTCFullYear() + years);
  await certificate.subjectPublicKeyInfo.importKey(key);
  await certificate.sign(signedWith, 'SHA-256');
  return new X509Certificate(Buffer.from(certificate.toSchema(true).toBER()));
}

/** Returns a random number that is positive and always has the same number of bytes. */
function serialNumber(): Integer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return new Integer({ valueHex: Uint8Array.from(bytes).buffer });
}

/** @param value 64 characters at most (X.520) */
const commonName = (value: string) =>
  new AttributeTypeAndValue({ type: oids.commonName, value: new Utf8String({ value }) });

const firstOf = (text: string, length: number) => Array.from(text).slice(0, length).join('');

/** Marks a root. It vouches for one certificate, and that one vouches for no other. */
const isRoot = () =>
  new Extension({
    extnID: oids.basicConstraints,
    critical: true,
    extnValue: new BasicConstraints({ cA: true, pathLenConstraint: 0 }).toSchema().toBER(),
  });

const keyUsage = (bits: number, unusedBits: number) =>
  new Extension({
    extnID: oids.keyUsage,
    critical: true,
    extnValue: new BitString({ valueHex: Uint8Array.of(bits).buffer, unusedBits }).toBER(),
  });

const usage = {
  /** digitalSignature and contentCommitment: it can't vouch for other certificates. */
  signs: () => keyUsage(0b1100_0000, 6),
  /** keyCertSign */
  vouches: () => keyUsage(0b0000_0100, 2),
};
