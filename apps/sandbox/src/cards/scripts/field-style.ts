import type { FieldStyle } from './frame-messages.ts';

const selectors: Readonly<Record<string, string>> = {
  input: 'input',
  ':focus': 'input:focus',
  '.valid': 'input.valid',
  '.invalid': 'input.invalid',
  placeholder: 'input::placeholder',
  '::placeholder': 'input::placeholder',
};

// Only text styles are allowed: a page must not hide a field or lay it over something else.
const allowed = new RegExp(
  '^(?:(?:caret-|background-)?color|color-scheme|-webkit-text-fill-color|opacity|direction|letter-spacing|' +
    'line-height|padding(?:-\\w+)*|font(?:-[a-z-]+)?|text-(?:align|transform|shadow|indent))$',
);

/**
 * Applies a page's styles to the field through the object model, which works without permission for inline styles.
 */
export function applyStyle(style: FieldStyle): void {
  const sheet = new CSSStyleSheet();
  for (const [part, properties] of Object.entries(style)) {
    const selector = selectors[part.replace(/^(?:input|#[\w-]+)(?=[.:])/, '')];
    if (selector === undefined) continue;
    const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)];
    if (!(rule instanceof CSSStyleRule)) continue;
    for (const [name, value] of Object.entries(properties)) {
      const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      if (allowed.test(property) && !/url\(/i.test(value)) rule.style.setProperty(property, value);
    }
  }
  document.adoptedStyleSheets = [sheet];
  document.documentElement.style.colorScheme = style['input']?.['color-scheme'] ?? '';
}
