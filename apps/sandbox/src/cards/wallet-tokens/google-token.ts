import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { z } from 'zod';
import type { Secrets } from '../../secrets.ts';
import { exported, imported, keyPairOf } from './wallet-keys.ts';

/** Google's token for a gateway: signed by Google, and encrypted for the gateway (protocol ECv1). */
export interface GoogleToken {
  readonly signature: string;
  readonly protocolVersion: string;
  readonly signedMessage: string;
}

/** The content that a gateway decrypts. */
export const GoogleMessage = z.object({
  messageExpiration: z.string(),
  messageId: z.string(),
  gatewayMerchantId: z.string(),
  paymentMethod: z.literal('CARD'),
  paymentMethodDetails: z.object({
    authMethod: z.enum(['PAN_ONLY', 'CRYPTOGRAM_3DS']),
    pan: z.string(),
    expirationMonth: z.number().int(),
    expirationYear: z.number().int(),
    cryptogram: z.string().optional(),
    eciIndicator: z.string().optional(),
  }),
});
export type GoogleMessage = z.output<typeof GoogleMessage>;

const SignedMessage = z.strictObject({
  encryptedMessage: z.string(),
  ephemeralPublicKey: z.string(),
  tag: z.string(),
});
export type SignedMessage = z.output<typeof SignedMessage>;

const protocolVersion = 'ECv1';

/** Returns Google's own key, and the gateway's. */
const keysOf = (secrets: Secrets) => ({
  google: keyPairOf(secrets.key('google-pay')),
  gateway: keyPairOf(secrets.key('google-pay-gateway')),
});

export function sealForGateway(secrets: Secrets, message: GoogleMessage): GoogleToken {
  const { google, gateway } = keysOf(secrets);
  const ephemeral = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const point = exported(ephemeral.publicKey);
  const shared = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: gateway.publicKey });
  const { cipherKey, macKey } = derive(point, shared);
  const cipher = createCipheriv('aes-128-ctr', cipherKey, Buffer.alloc(16));
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(message), 'utf8'), cipher.final()]);
  const signedMessage = JSON.stringify({
    encryptedMessage: encrypted.toString('base64'),
    ephemeralPublicKey: point.toString('base64'),
    tag: createHmac('sha256', macKey).update(encrypted).digest('base64'),
  } satisfies SignedMessage);
  const signature = sign('sha256', signed(signedMessage), google.privateKey).toString('base64');
  return { signature, protocolVersion, signedMessage };
}

/** Decrypts a token; undefined if Google did not sign it, or it was encrypted for somebody else. */
export function openToken(
  secrets: Secrets,
  token: GoogleToken,
): { message: GoogleMessage; envelope: SignedMessage } | undefined {
  const { google, gateway } = keysOf(secrets);
  try {
    if (token.protocolVersion !== protocolVersion) return undefined;
    const signature = Buffer.from(token.signature, 'base64');
    if (!verify('sha256', signed(token.signedMessage), google.publicKey, signature)) return undefined;
    const envelope = SignedMessage.parse(JSON.parse(token.signedMessage));
    const publicKey = imported(envelope.ephemeralPublicKey);
    const shared = diffieHellman({ privateKey: gateway.privateKey, publicKey });
    const { cipherKey, macKey } = derive(Buffer.from(envelope.ephemeralPublicKey, 'base64'), shared);
    const encrypted = Buffer.from(envelope.encryptedMessage, 'base64');
    const tag = createHmac('sha256', macKey).update(encrypted).digest();
    if (!timingSafeEqual(tag, Buffer.from(envelope.tag, 'base64'))) return undefined;
    const cipher = createDecipheriv('aes-128-ctr', cipherKey, Buffer.alloc(16));
    const text = Buffer.concat([cipher.update(encrypted), cipher.final()]).toString('utf8');
    return { message: GoogleMessage.parse(JSON.parse(text)), envelope };
  } catch {
    return undefined;
  }
}

function derive(ephemeral: Buffer, shared: Buffer): { cipherKey: Buffer; macKey: Buffer } {
  const bytes = Buffer.from(hkdfSync('sha256', Buffer.concat([ephemeral, shared]), Buffer.alloc(32), 'Google', 32));
  return { cipherKey: bytes.subarray(0, 16), macKey: bytes.subarray(16) };
}

/** Returns the signed bytes: sender, recipient, protocol and message, each after its length. */
function signed(signedMessage: string): Buffer {
  const parts = ['Google', 'gateway:paysafe', protocolVersion, signedMessage].map((part) => Buffer.from(part, 'utf8'));
  return Buffer.concat(
    parts.flatMap((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(part.length);
      return [length, part];
    }),
  );
}
