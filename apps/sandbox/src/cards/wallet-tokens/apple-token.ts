import {
  createCipheriv,
  createDecipheriv,
  createHash,
  diffieHellman,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import { z } from 'zod';
import type { Secrets } from '../../secrets.ts';
import { exported, imported, keyPairOf } from './wallet-keys.ts';

/** Apple's payment data, encrypted for the key of the payment's processor (EC_v1). */
export const ApplePaymentData = z.strictObject({
  version: z.string(),
  data: z.string(),
  signature: z.string(),
  header: z.strictObject({ ephemeralPublicKey: z.string(), publicKeyHash: z.string(), transactionId: z.string() }),
});
export type ApplePaymentData = z.output<typeof ApplePaymentData>;

/** The content that the processor decrypts. */
export const AppleMessage = z.object({
  applicationPrimaryAccountNumber: z.string(),
  /** YYMMDD */
  applicationExpirationDate: z.string().regex(/^\d{6}$/),
  /** ISO 4217, as a number. */
  currencyCode: z.string().regex(/^\d{3}$/),
  /** Minor units. */
  transactionAmount: z.number().int(),
  deviceManufacturerIdentifier: z.string(),
  paymentDataType: z.literal('3DSecure'),
  paymentData: z.object({ onlinePaymentCryptogram: z.string(), eciIndicator: z.string().optional() }),
});
export type AppleMessage = z.output<typeof AppleMessage>;

const version = 'EC_v1';

const keysOf = (secrets: Secrets) => ({
  apple: keyPairOf(secrets.key('apple-pay')),
  processor: keyPairOf(secrets.key('apple-pay-processor')),
});

export function sealForProcessor(secrets: Secrets, message: AppleMessage): ApplePaymentData {
  const { apple, processor } = keysOf(secrets);
  const ephemeral = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const shared = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: processor.publicKey });
  const cipher = createCipheriv('aes-256-gcm', derive(shared), Buffer.alloc(16));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(message), 'utf8'), cipher.final(), cipher.getAuthTag()]);
  const header = {
    ephemeralPublicKey: exported(ephemeral.publicKey).toString('base64'),
    publicKeyHash: hashOf(processor.publicKey),
    transactionId: randomBytes(32).toString('hex'),
  };
  const data = sealed.toString('base64');
  return {
    version,
    data,
    header,
    signature: sign('sha256', signed(header, data), apple.privateKey).toString('base64'),
  };
}

/** Decrypts payment data; undefined if Apple did not sign them, or they were encrypted for somebody else. */
export function openPaymentData(
  secrets: Secrets,
  { header, data, signature, version: given }: ApplePaymentData,
): AppleMessage | undefined {
  const { apple, processor } = keysOf(secrets);
  try {
    if (given !== version || header.publicKeyHash !== hashOf(processor.publicKey)) return undefined;
    if (!verify('sha256', signed(header, data), apple.publicKey, Buffer.from(signature, 'base64'))) return undefined;
    const publicKey = imported(header.ephemeralPublicKey);
    const sealed = Buffer.from(data, 'base64');
    const shared = diffieHellman({ privateKey: processor.privateKey, publicKey });
    const cipher = createDecipheriv('aes-256-gcm', derive(shared), Buffer.alloc(16), { authTagLength: 16 });
    cipher.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]).toString('utf8');
    return AppleMessage.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Derives the key as in NIST SP 800-56A with SHA-256, in one round, with Apple's names. */
function derive(shared: Buffer): Buffer {
  const processor = createHash('sha256').update('paysafe').digest();
  return createHash('sha256')
    .update(Buffer.concat([Buffer.from([0, 0, 0, 1]), shared, Buffer.from('\u000did-aes256-GCMApple'), processor]))
    .digest();
}

const hashOf = (key: Parameters<typeof exported>[0]) => createHash('sha256').update(exported(key)).digest('base64');

const signed = ({ ephemeralPublicKey, transactionId }: ApplePaymentData['header'], data: string) =>
  Buffer.from(`${ephemeralPublicKey}.${data}.${transactionId}`, 'utf8');
