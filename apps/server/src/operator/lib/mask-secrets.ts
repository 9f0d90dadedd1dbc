const secret = /secret|password|passphrase|private|credential$/i;

const masked = '(secret)';

/** Returns settings without secrets: masks every field that is named like a secret, at any depth. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, secret.test(name) ? masked : maskSecrets(field)]),
  );
}
