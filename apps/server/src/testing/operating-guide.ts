import { readFileSync } from 'node:fs';

/** Returns the blocks of one kind in a document of `docs/operating`, such as the `sql` of `running.md`. */
export function blocksOf(document: string, kind: string): string[] {
  const text = readFileSync(new URL(`../../../../docs/operating/${document}`, import.meta.url), 'utf8');
  return [...text.matchAll(new RegExp(`^ *\`\`\`${kind}\\n([^]*?)^ *\`\`\``, 'gm'))].map(([, block = '']) => block);
}
