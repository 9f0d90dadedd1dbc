import type { Page } from '@playwright/test';

/** Returns the texts of a page that a reader sees or hears. */
export async function visibleTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = [document.title];
    const spoken = ['aria-label', 'aria-description', 'alt', 'placeholder', 'title'];
    // Excluded: language names, letters inside pictures, the provider's frames, and country names from Intl.
    const others =
      'script, style, svg text, iframe, [lang]:not(html), select[autocomplete$="country"] option:not([value=""])';
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.closest(others) === null;
    for (const element of document.body.querySelectorAll('*')) {
      if (!isSeen(element) && element.tagName !== 'OPTION') continue;
      if (element.closest(others)) continue;
      for (const name of spoken) texts.push(element.getAttribute(name) ?? '');
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? '');
    }
    return texts.map((text) => text.trim()).filter((text) => text !== '');
  });
}

/** Neither texts nor data of ours: dates, addresses, numbers, the metre sign, the provider's card and its bill. */
const neutral = [
  /\bP\d{6}\b/g,
  /\bVisa\b/g,
  /\b(Saltmarsh|SM1 1AA|United Kingdom)\b/g,
  /\b\d\d[ -]\p{L}{3,5}\.?[ -]\d{2,4}\b/gu,
  /\S+@\S+/g,
  /\bm\b/g,
];

/** Returns the texts of a page in the pseudo-language that are not translatable. */
export function untranslated(texts: readonly string[], data: readonly string[]): string[] {
  return texts.filter((text) => {
    let rest = text.replaceAll(/⟦[^⟧]*⟧/g, '');
    for (const known of data) rest = known.length > 2 || rest.trim() === known ? rest.replaceAll(known, '') : rest;
    for (const pattern of neutral) rest = rest.replaceAll(pattern, '');
    return /\p{L}/u.test(rest);
  });
}

/** Returns texts with a key that has no text, or with an unfilled placeholder. */
export function rawKeys(texts: readonly string[], sections: readonly string[]): string[] {
  const key = new RegExp(`\\b(${sections.join('|')})\\.[a-z]\\w+|\\{\\{|\\}\\}`);
  return texts.filter((text) => key.test(text));
}
