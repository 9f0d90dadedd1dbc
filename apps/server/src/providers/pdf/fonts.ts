import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The portal's own typeface, then one with the letters that it lacks (₺ and other signs, Vietnamese, Greek, Cyrillic),
 * then one for Arabic, which has no italics. Each letter comes from the first typeface that has it.
 */
export const fontFamilies: readonly string[] = ['Figtree', 'Inter', 'IBM Plex Sans Arabic'];

const files = [
  import.meta.resolve('@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/figtree/600SemiBold/Figtree_600SemiBold.ttf'),
  import.meta.resolve('@expo-google-fonts/figtree/400Regular_Italic/Figtree_400Regular_Italic.ttf'),
  import.meta.resolve('@expo-google-fonts/figtree/600SemiBold_Italic/Figtree_600SemiBold_Italic.ttf'),
  import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  import.meta.resolve('@expo-google-fonts/inter/400Regular_Italic/Inter_400Regular_Italic.ttf'),
  import.meta.resolve('@expo-google-fonts/inter/600SemiBold_Italic/Inter_600SemiBold_Italic.ttf'),
  import.meta.resolve('@expo-google-fonts/ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/ibm-plex-sans-arabic/600SemiBold/IBMPlexSansArabic_600SemiBold.ttf'),
];

/** The typefaces in which the server writes a name as a picture. */
export const nameFonts = {
  others: {
    family: 'Inter Italic',
    file: import.meta.resolve('@expo-google-fonts/inter/400Regular_Italic/Inter_400Regular_Italic.ttf'),
  },
  arabic: {
    family: 'IBM Plex Sans Arabic',
    file: import.meta.resolve('@expo-google-fonts/ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf'),
  },
} as const;

/** Reads whole font files. A paper embeds only the letters that it uses. */
export const readFonts = (): Buffer[] => files.map((file) => readFileSync(fileURLToPath(file)));
