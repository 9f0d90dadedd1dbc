import { createPublicKey, type KeyObject, sign } from 'node:crypto';

/**
 * Returns a certificate (PEM) of the key that signs events, so that they can be verified without a call. It is
 * self-signed: verifying with it means trusting the address that it came from.
 */
export function certificateOf(privateKey: KeyObject): string {
  const name = sequence(set(sequence(objectId(commonName), text('Sandbox of Quayside'))));
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const signed = sequence(
    integer(1),
    algorithm,
    name,
    sequence(time('20200101000000Z'), time('21200101000000Z')),
    name,
    spki,
  );
  const certificate = sequence(signed, algorithm, bits(sign('sha256', signed, privateKey)));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

/** Encodes DER: a tag, the length, the content. */
function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const size = Buffer.from(body.length.toString(16).padStart(body.length > 0xff ? 4 : 2, '0'), 'hex');
  const length = body.length < 0x80 ? size : Buffer.from([0x80 + size.length, ...size]);
  return Buffer.concat([Buffer.from([tag]), length, body]);
}

const commonName = [0x55, 0x04, 0x03];
const sha256WithRsa = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b];

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const set = (...parts: readonly Uint8Array[]) => der(0x31, ...parts);
const integer = (value: number) => der(0x02, Buffer.from([value]));
const objectId = (bytes: readonly number[]) => der(0x06, Buffer.from(bytes));
const text = (value: string) => der(0x0c, Buffer.from(value, 'utf8'));
const time = (value: string) => der(0x18, Buffer.from(value, 'ascii'));
const bits = (content: Uint8Array) => der(0x03, Buffer.from([0]), content);
const algorithm = sequence(objectId(sha256WithRsa), der(0x05));
