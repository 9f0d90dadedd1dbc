import { createHash } from 'node:crypto';

/**
 * What a content security policy takes the `<style>` elements and style attributes of some markup by, as mails need
 * them: their hashes. What this misreads is not drawn.
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

/** Browsers hash what an attribute means, not how it is written. */
const decoded = (value: string) =>
  value.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (_, name: string) => entities[name] ?? '');
