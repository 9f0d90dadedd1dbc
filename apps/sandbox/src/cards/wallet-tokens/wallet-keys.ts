import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** A key pair on P-256, the curve of both wallets. */
export interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** Derives a key pair from thirty-two bytes; it is always the same. */
export function keyPairOf(seed: Buffer): KeyPair {
  const exchange = createECDH('prime256v1');
  exchange.setPrivateKey(createHash('sha256').update(seed).digest());
  const point = exchange.getPublicKey();
  const text = (bytes: Buffer) => bytes.toString('base64url');
  const key = { kty: 'EC', crv: 'P-256', x: text(point.subarray(1, 33)), y: text(point.subarray(33)) };
  const privateKey = createPrivateKey({ format: 'jwk', key: { ...key, d: text(exchange.getPrivateKey()) } });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

/** Returns a public key as the wallets write it. */
export const exported = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

export const imported = (base64: string): KeyObject =>
  createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
