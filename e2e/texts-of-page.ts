import type { Page } from '@playwright/test';

/** What a reader sees or hears of a page: its texts, and what stands in place of texts. */
export async function visibleTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = [document.title];
    const spoken = ['aria-label', 'aria-description', 'alt', 'placeholder', 'title'];
    // A language is named in itself, a picture's letters are its drawing, frames are the provider's, countries Intl's.
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

/** Neither texts nor data of ours: dates, addresses, numbers, the metre's sign, the provider's card and its bill. */
const neutral = [
  /\bP\d{6}\b/g,
  /\bVisa\b/g,
  /Saltmarsh, SM1 1AA, United Kingdom/g,
  /\b\d\d[ -]\p{L}{3,5}\.?[ -]\d{2,4}\b/gu,
  /\S+@\S+/g,
  /\bm\b/g,
];

/** The texts of a page in the pseudo-language that nobody could have translated. */
export function untranslated(texts: readonly string[], data: readonly string[]): string[] {
  return texts.filter((text) => {
    let rest = text.replaceAll(/⟦[^⟧]*⟧/g, '');
    for (const known of data) rest = known.length > 2 || rest.trim() === known ? rest.replaceAll(known, '') : rest;
    for (const pattern of neutral) rest = rest.replaceAll(pattern, '');
    return /\p{L}/u.test(rest);
  });
}

/** A key that nobody wrote a text for, or a placeholder that nobody filled. */
export function rawKeys(texts: readonly string[], sections: readonly string[]): string[] {
  const key = new RegExp(`\\b(${sections.join('|')})\\.[a-z]\\w+|\\{\\{|\\}\\}`);
  return texts.filter((text) => key.test(text));
}
