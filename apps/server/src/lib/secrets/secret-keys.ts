import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { StartError } from '../start-error.ts';

/**
 * The place of a secret in the database: its column, and the key of its row. It is authenticated with the secret, so
 * that nobody can move a secret to another row or column.
 */
export interface SecretPlace {
  /** Such as `payment_providers.settings`. */
  column: string;
  tenantId: number;
  /** The rest of the row's primary key. */
  row: readonly (string | number)[];
}

/** A secret can't be decrypted: its key is missing, or somebody changed or moved it. */
export class UnreadableSecret extends StartError {
  override name = 'UnreadableSecret';
}

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const version = 'v1';

/** Reads a key of 32 bytes, written in base64 or as 64 hexadecimal digits. Null if it is neither. */
export function readSecretKey(text: string): Buffer | null {
  const written = text.trim();
  if (/^[0-9a-f]{64}$/i.test(written)) return Buffer.from(written, 'hex');
  if (!/^[0-9a-z+/]{43}=?$/i.test(written)) return null;
  const key = Buffer.from(written, 'base64');
  return key.length === keyBytes ? key : null;
}

export const newSecretKey = (): Buffer => randomBytes(keyBytes);

/** Names a key without revealing it. Operators compare these names. */
const nameOfKey = (key: Buffer) =>
  createHash('sha256').update('quayside-secrets-key:').update(key).digest('hex').slice(0, 12);

/**
 * Encrypts the secrets that the database stores, with AES-256-GCM. One key encrypts. Others only decrypt, so that
 * the key can be replaced while copies of the server run.
 */
export class SecretKeys {
  /** The name of the key that encrypts. Null if there is none: nothing can be stored then. */
  readonly currentId: string | null;
  readonly #keys: ReadonlyMap<string, Buffer>;

  /** @param current encrypts and decrypts @param others only decrypt */
  constructor(current: Buffer | null, others: readonly Buffer[] = []) {
    this.currentId = current && nameOfKey(current);
    this.#keys = new Map([...(current ? [current] : []), ...others].map((key) => [nameOfKey(key), key]));
  }

  /** The names of all keys. */
  get ids(): string[] {
    return [...this.#keys.keys()];
  }

  has(keyId: string): boolean {
    return this.#keys.has(keyId);
  }

  /** Encrypts a secret for its place. @returns `v1.<key>.<base64url of nonce, ciphertext and tag>` */
  encrypt(secret: string | Buffer, place: SecretPlace): string {
    const key = this.currentId === null ? undefined : this.#keys.get(this.currentId);
    if (!key || this.currentId === null) throw new Error('no key is given that encrypts secrets');
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
    cipher.setAAD(boundData(this.currentId, place));
    const content = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    return `${version}.${this.currentId}.${content.toString('base64url')}`;
  }

  /** Decrypts a secret at its place. @throws UnreadableSecret */
  decrypt(encrypted: string, place: SecretPlace): Buffer {
    const where = `The secret ${place.column} of tenant ${place.tenantId} (${place.row.join(', ')})`;
    const [, keyId = '', text = ''] = /^v1\.([0-9a-f]{12})\.([\w-]+)$/.exec(encrypted) ?? [];
    const key = this.#keys.get(keyId);
    if (keyId === '') throw new UnreadableSecret(`${where} has a format that this version doesn't know.`);
    if (!key)
      throw new UnreadableSecret(
        `${where} needs the key ${keyId}, and neither SECRETS_KEY nor SECRETS_KEY_OTHER is that key.`,
      );
    const content = Buffer.from(text, 'base64url');
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, content.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(boundData(keyId, place)).setAuthTag(content.subarray(-tagBytes));
      return Buffer.concat([decipher.update(content.subarray(nonceBytes, -tagBytes)), decipher.final()]);
    } catch (cause) {
      throw new UnreadableSecret(`${where} was changed, or belongs to another row.`, { cause });
    }
  }
}

/** Returns the name of the key that a secret needs. Null if its format is unknown. */
export const keyIdOf = (encrypted: string): string | null => /^v1\.([0-9a-f]{12})\./.exec(encrypted)?.[1] ?? null;

const boundData = (keyId: string, { column, tenantId, row }: SecretPlace) =>
  Buffer.from(JSON.stringify([version, keyId, column, tenantId, ...row]));
