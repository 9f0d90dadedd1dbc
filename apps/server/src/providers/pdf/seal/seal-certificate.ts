import { createPrivateKey, type KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import { BitString, Integer, Utf8String } from 'asn1js';
import { AttributeTypeAndValue, Certificate, Extension } from 'pkijs';

/** What a marina seals its papers with. */
export interface SealCertificate {
  certificate: X509Certificate;
  /** Those between it and a root, for readers who don't have them. */
  chain: readonly X509Certificate[];
  privateKey: KeyObject;
}

/** What proves a seal later: the same without the key. */
export type SealProof = Pick<SealCertificate, 'certificate' | 'chain'>;

const years = 10;
const oids = { commonName: '2.5.4.3', keyUsage: '2.5.29.15' };

/**
 * Makes a certificate that speaks for itself: P-256, valid for ten years. It proves that a paper is as it was sealed;
 * that its maker is who the name says, only a certificate from an authority proves.
 * @param name of the marina, as readers show the signer
 */
export async function makeSealCertificate(name: string, now: Date): Promise<SealCertificate> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const certificate = new Certificate({ version: 2, serialNumber: serialNumber() });
  for (const who of [certificate.subject, certificate.issuer]) who.typesAndValues.push(commonName(name));
  certificate.notBefore.value = new Date(now);
  certificate.notAfter.value = new Date(now);
  certificate.notAfter.value.setUTCFullYear(now.getUTCFullYear() + years);
  certificate.extensions = [signsOnly()];
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign(keys.privateKey, 'SHA-256');
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  return {
    certificate: new X509Certificate(Buffer.from(certificate.toSchema(true).toBER())),
    chain: [],
    privateKey: createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }),
  };
}

/** Positive, and the same number of bytes each time. */
function serialNumber(): Integer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return new Integer({ valueHex: Uint8Array.from(bytes).buffer });
}

/** A name has 64 characters at most (X.520). */
const commonName = (name: string) =>
  new AttributeTypeAndValue({
    type: oids.commonName,
    value: new Utf8String({ value: Array.from(name).slice(0, 64).join('') }),
  });

/** digitalSignature and contentCommitment: it can't vouch for other certificates. */
const signsOnly = () =>
  new Extension({
    extnID: oids.keyUsage,
    critical: true,
    extnValue: new BitString({ valueHex: Uint8Array.of(0b1100_0000).buffer, unusedBits: 6 }).toBER(),
  });
