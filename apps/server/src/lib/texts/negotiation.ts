import Negotiator from 'negotiator';

/** The encodings that we write, the smallest result first. */
const compressed = ['br', 'gzip'] as const;

export type Encoding = (typeof compressed)[number] | 'identity';

/** Returns the smallest encoding that a client accepts, by its Accept-Encoding. */
export function negotiateEncoding(header: string | undefined): Encoding {
  const accepted = new Negotiator({ headers: { 'accept-encoding': header } }).encodings(compressed);
  return compressed.find((encoding) => accepted.includes(encoding)) ?? 'identity';
}

/**
 * Returns the language that an Accept-Language header asks for: the same tag, else the same primary tag (`da` and
 * `da-SE` find `da-DK`), else the fallback (LANG-2, decision C4.19). The fallback also answers `*`. Not by
 * `@formatjs/intl-localematcher`: it keeps every tag that it ever saw, and anybody may send new ones.
 */
export function negotiateLanguage(header: string | undefined, available: readonly string[], fallback: string): string {
  const first = available.includes(fallback) ? fallback : available[0];
  if (first === undefined) return fallback;
  const offered = [first, ...available.filter((language) => language !== first)];
  const found = new Negotiator({ headers: { 'accept-language': header } }).language([
    ...offered,
    ...offered.map(primaryTag),
  ]);
  if (found === undefined || offered.includes(found)) return found ?? first;
  return offered.find((language) => primaryTag(language) === found) ?? first;
}

const primaryTag = (language: string) => language.split('-')[0] ?? language;
