import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Weight = 'regular' | 'strong';

const file = (url: string) => readFileSync(fileURLToPath(url));

/**
 * The portal's own typeface, one that has what that lacks (₺ and its like, Vietnamese, Greek, Cyrillic), and one for
 * Arabic. All are whole files, because a text's glyphs must come from one font; a document embeds only what it uses.
 */
export const fontFiles: Record<'house' | 'wide' | 'arabic', Record<Weight, Buffer>> = {
  house: {
    regular: file(import.meta.resolve('@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf')),
    strong: file(import.meta.resolve('@expo-google-fonts/figtree/600SemiBold/Figtree_600SemiBold.ttf')),
  },
  wide: {
    regular: file(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
    strong: file(import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')),
  },
  arabic: {
    regular: file(
      import.meta.resolve('@expo-google-fonts/ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf'),
    ),
    strong: file(
      import.meta.resolve('@expo-google-fonts/ibm-plex-sans-arabic/600SemiBold/IBMPlexSansArabic_600SemiBold.ttf'),
    ),
  },
};
