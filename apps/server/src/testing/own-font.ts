import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const files = {
  regular: import.meta.resolve('@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf'),
  bold: import.meta.resolve('@expo-google-fonts/figtree/600SemiBold/Figtree_600SemiBold.ttf'),
};

/** Returns a file of Figtree under the name of a marina's own font: "Quaytip", and "Quaytip SemiBold". */
export function ownFont(weight: keyof typeof files): Buffer {
  const name = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('latin1');
  const figtree = readFileSync(fileURLToPath(files[weight]), 'latin1');
  return Buffer.from(figtree.replaceAll(name('Figtree'), name('Quaytip')), 'latin1');
}
