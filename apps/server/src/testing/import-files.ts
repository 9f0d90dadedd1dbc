import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The example of docs/operating/leaving-the-demo.md. */
export const exampleFolder = fileURLToPath(new URL('../../../../docs/operating/example-import', import.meta.url));

/** Returns the example's files by name, with these changes; null leaves one out. */
export function exampleFiles(changes: Readonly<Record<string, string | Buffer | null>> = {}) {
  const own = readdirSync(exampleFolder).map((name) => {
    const content = readFileSync(join(exampleFolder, name));
    return [name, name.endsWith('.pdf') ? content : content.toString('utf8')] as const;
  });
  const all = Object.entries({ ...Object.fromEntries(own), ...changes });
  return Object.fromEntries(all.filter((entry): entry is [string, string | Buffer] => entry[1] !== null));
}

/** Returns an example's file with one text replaced. A text that isn't there is a mistake of the test. */
export function exampleFile(name: string, from: string, to: string): string {
  const text = readFileSync(join(exampleFolder, name), 'utf8');
  if (!text.includes(from)) throw new Error(`${name} has no ${from}`);
  return text.replace(from, to);
}

/** Makes a folder with these files. It is removed when the test ends. */
export function makeFolder(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-import-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}
