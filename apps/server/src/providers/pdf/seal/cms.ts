import { createHash, sign, verify, type X509Certificate } from 'node:crypto';
import { fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import type { SealCertificate, SealProof } from './seal-certificate.ts';

/**
 * The signature of PAdES B-B, as CMS: signed are what it is about (data), its digest, and which certificate signed it.
 * Nothing that could be changed unseen is in it: no time, no attribute outside of the signature.
 */

const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  signature: { rsa: '1.2.840.113549.1.1.11', ec: '1.2.840.10045.4.3.2' } as Record<string, string>,
};

const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest();
const bytesOf = (data: Uint8Array) => Uint8Array.from(data).buffer;

/** Whether a certificate's key can seal: of a kind that readers know, and long enough. */
export function canSeal({ publicKey: { asymmetricKeyType: kind, asymmetricKeyDetails } }: X509Certificate): boolean {
  return kind === 'ec' || (kind === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048);
}

/** Signs a digest (SHA-256). */
export function signDigest(digest: Buffer, seal: SealCertificate): Buffer {
  const signed = attributesOf(digest, seal);
  return messageOf(signed, sign('sha256', toBeSigned(signed), seal.privateKey), seal);
}

/**
 * Whether a message is, to the last byte, what `signDigest` makes of this digest with this certificate. It is taken
 * apart only to find the signature's value, then made anew and compared, so that nothing in it can be other than ours.
 */
export function isSignatureOf(digest: Buffer, message: Buffer, proof: SealProof): boolean {
  if (!message.includes(digest)) return false; // of another file: most that are handed in, seen before any work
  const signature = signatureWithin(message);
  if (!signature) return false;
  const signed = attributesOf(digest, proof);
  if (!messageOf(signed, signature, proof).equals(message)) return false;
  return verify('sha256', toBeSigned(signed), proof.certificate.publicKey, signature);
}

function signatureWithin(message: Buffer): Buffer | null {
  try {
    const { content } = new ContentInfo({ schema: fromBER(bytesOf(message)).result });
    const [signer] = new SignedData({ schema: content }).signerInfos;
    return signer ? Buffer.from(signer.signature.valueBlock.valueHexView) : null;
  } catch {
    return null; // whatever it is, we didn't make it
  }
}

function attributesOf(digest: Buffer, { certificate }: SealProof): SignedAndUnsignedAttributes {
  // ESSCertIDv2 without its defaults: SHA-256, and the certificate's name, which the signature already has.
  const certificateId = new Sequence({ value: [new OctetString({ valueHex: bytesOf(sha256(certificate.raw)) })] });
  const signingCertificate = new Sequence({ value: [new Sequence({ value: [certificateId] })] });
  const attributes = [
    new Attribute({ type: oids.contentType, values: [new ObjectIdentifier({ value: oids.data })] }),
    new Attribute({ type: oids.messageDigest, values: [new OctetString({ valueHex: bytesOf(digest) })] }),
    new Attribute({ type: oids.signingCertificateV2, values: [signingCertificate] }),
  ];
  // A set in DER is in the order of its members' bytes.
  return new SignedAndUnsignedAttributes({ type: 0, attributes: attributes.toSorted(byBytes) });
}

const byBytes = (one: Attribute, other: Attribute) =>
  Buffer.compare(Buffer.from(one.toSchema().toBER()), Buffer.from(other.toSchema().toBER()));

/** The attributes as they are signed: as a set of their own, without the place they have in the message. */
function toBeSigned(attributes: SignedAndUnsignedAttributes): Buffer {
  const encoded = Buffer.from(attributes.toSchema().toBER());
  encoded[0] = 0x31;
  return encoded;
}

function messageOf(signedAttrs: SignedAndUnsignedAttributes, signature: Buffer, proof: SealProof): Buffer {
  const [signer, ...chain] = [proof.certificate, ...proof.chain].map(({ raw }) => Certificate.fromBER(bytesOf(raw)));
  if (!signer) throw new Error('there is no certificate');
  const digestAlgorithm = new AlgorithmIdentifier({ algorithmId: oids.sha256 });
  const signerInfo = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: signer.issuer, serialNumber: signer.serialNumber }),
    digestAlgorithm,
    signedAttrs,
    signatureAlgorithm: new AlgorithmIdentifier({
      algorithmId: oids.signature[proof.certificate.publicKey.asymmetricKeyType ?? ''] ?? '',
    }),
    signature: new OctetString({ valueHex: bytesOf(signature) }),
  });
  const signedData = new SignedData({
    version: 1,
    digestAlgorithms: [digestAlgorithm],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oids.data }),
    certificates: [signer, ...chain],
    signerInfos: [signerInfo],
  });
  const message = new ContentInfo({ contentType: oids.signedData, content: signedData.toSchema() });
  return Buffer.from(message.toSchema().toBER());
}
