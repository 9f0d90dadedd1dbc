import type { OwnFont } from '../lib/settings/tenant-settings.ts';

/** The element of index.html that loads our font. */
const ourPreload = /\s*<link[^>]*\sas="font"[^>]*>/;

/** Returns the document without our font, which a page with the marina's own doesn't load at once. */
export const withoutOurFont = (template: string): string => template.replace(ourPreload, '');

/** Returns the elements that load a marina's own font before the styles ask for it. */
export const fontPreloads = (font: OwnFont): string[] =>
  [font.regular, font.bold].map(
    (address) => `<link rel="preload" as="font" type="font/${address.slice(-3)}" crossorigin href="${address}">`,
  );

/**
 * Returns the rules of a marina's own font. The portal's styles name it first (`base.css`). It is optional as ours is:
 * a font that comes late moves nothing.
 */
export const fontRules = (font: OwnFont): string => [face(font.regular, '1 549'), face(font.bold, '550 1000')].join('');

const face = (address: string, weights: string) =>
  `@font-face{font-family:"Quayside own";font-weight:${weights};font-display:optional;src:url(${address})}`;
