export type Language = 'en' | 'fr';

/** Returns the sandbox's language that an Accept-Language header prefers. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', quality = 'q=1'] = part.trim().split(/\s*;\s*/);
      return { language: tag.slice(0, 2).toLowerCase(), quality: Number(quality.replace('q=', '')) };
    })
    .toSorted((a, b) => b.quality - a.quality);
  return wanted.find(({ language }) => language === 'fr' || language === 'en')?.language === 'fr' ? 'fr' : 'en';
}
