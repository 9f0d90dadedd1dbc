const secret = /secret|password|passphrase|private|credential$/i;

const masked = '(secret)';

/** Settings as they may be seen: whatever is called a secret isn't, at any depth. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, secret.test(name) ? masked : maskSecrets(field)]),
  );
}
