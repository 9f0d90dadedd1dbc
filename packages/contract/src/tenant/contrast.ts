/** Contrasts of colours. Texts and controls must have enough of it on every marina's colour. */

/** The colour of text on paper, in mails and on light backgrounds. */
export const ink = '#0b2239';

/**
 * Returns the text colour for a background: ink, else white, else black. The first with a contrast of 4.5 to 1
 * wins.
 */
export function textOn(ground: string): string {
  return [ink, '#ffffff'].find((text) => contrast(text, ground) >= 4.5) ?? '#000000';
}

/** Returns the WCAG contrast of two hex colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [r, g, b] = linearOf(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns red, green and blue of a hex colour as shares of their light. */
export function linearOf(hex: string): [number, number, number] {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}
