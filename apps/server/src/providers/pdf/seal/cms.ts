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
 * The signature of PAdES B-B, as a CMS message. It signs the type of the content (data), its digest, and the
 * certificate. It holds no time and no unsigned attribute, because somebody could change those unnoticed.
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

/** Checks if a certificate's key can seal: PDF readers know its kind, and it is long enough. */
export function canSeal({ publicKey: { asymmetricKeyType: kind, asymmetricKeyDetails } }: X509Certificate): boolean {
  return kind === 'ec' || (kind === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048);
}

/** Signs a digest (SHA-256). */
export function signDigest(digest: Buffer, seal: SealCertificate): Buffer {
  const signed = attributesOf(digest, seal);
  return messageOf(signed, sign('sha256', toBeSigned(signed), seal.privateKey), seal);
}

/**
 * Checks if a message is the one that `signDigest` makes of this digest with this certificate, to the last byte. It
 * reads only the signature's value from the message. Then it makes the message anew and compares the two, so that
 * nothing else can hide in it.
 */
export function isSignatureOf(digest: Buffer, message: Buffer, proof: SealProof): boolean {
  // Most files are other ones, and end here at no cost.
  if (!message.includes(digest)) return false;
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
    return null; // another program made the message
  }
}

function attributesOf(digest: Buffer, { certificate }: SealProof): SignedAndUnsignedAttributes {
  // ESSCertIDv2 without its defaults, which are SHA-256 and the certificate's name. The signature has the name already.
  const certificateId = new Sequence({ value: [new OctetString({ valueHex: bytesOf(sha256(certificate.raw)) })] });
  const signingCertificate = new Sequence({ value: [new Sequence({ value: [certificateId] })] });
  const attributes = [
    new Attribute({ type: oids.contentType, values: [new ObjectIdentifier({ value: oids.data })] }),
    new Attribute({ type: oids.messageDigest, values: [new OctetString({ valueHex: bytesOf(digest) })] }),
    new Attribute({ type: oids.signingCertificateV2, values: [signingCertificate] }),
  ];
  // DER sorts the members of a set by their bytes.
  return new SignedAndUnsignedAttributes({ type: 0, attributes: attributes.toSorted(byBytes) });
}

const byBytes = (one: Attribute, other: Attribute) =>
  Buffer.compare(Buffer.from(one.toSchema().toBER()), Buffer.from(other.toSchema().toBER()));

/**
 * Returns the bytes of the attributes that are signed. They are encoded as a set of their own, not as the part of the
 * message.
 */
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
