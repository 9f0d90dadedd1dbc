/** Words need a font of their own, and nothing is fetched from elsewhere. */
const undrawable = /<(text|image|foreignObject|use)\b/i;

/**
 * A logo as paper can show it: its light scheme, because paper is light. A logo is drawn right or not at all: null for
 * one that holds more than shapes, or none.
 */
export function readablePicture(svg: string | null): Buffer | null {
  if (svg === null || !/<svg\b[^>]*\bviewBox=/i.test(svg) || undrawable.test(svg)) return null;
  return Buffer.from(svg.replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, ''));
}
