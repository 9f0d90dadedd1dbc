/** An element that a paper doesn't draw: words need a font of their own, and nothing is fetched from elsewhere. */
const undrawable = /<(text|image|foreignObject|use)\b/i;

/**
 * Returns a logo for paper, in its light colours. Null if there is no logo, or if it holds more than shapes: a logo is
 * drawn right or not at all.
 */
export function readablePicture(svg: string | null): Buffer | null {
  if (svg === null || !/<svg\b[^>]*\bviewBox=/i.test(svg) || undrawable.test(svg)) return null;
  return Buffer.from(svg.replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, ''));
}
