import { createHash } from 'node:crypto';

/**
 * Returns the hashes by which a content security policy allows the `<style>` elements and style attributes of some
 * markup, as mails need them. A style that this misreads is not applied.
 */
export function styleSources(markup: string): string[] {
  const elements = [...markup.matchAll(/<style[^>]*>(.*?)<\/style>/gis)].map(([, text = '']) => text);
  const attributes = [...markup.matchAll(/\sstyle="([^"]*)"/gi)].map(([, value = '']) => decoded(value));
  const hashes = new Set([...elements, ...attributes].map(hashOf));
  if (hashes.size === 0) return ["'none'"];
  return [...(attributes.length > 0 ? ["'unsafe-hashes'"] : []), ...hashes];
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };

/** Decodes an attribute: browsers hash its meaning, not its notation. */
const decoded = (value: string) =>
  value.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (_, name: string) => entities[name] ?? '');
