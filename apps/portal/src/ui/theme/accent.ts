import { contrast, toHex, toOklch } from './colour.ts';
import type { Oklch } from './colour.ts';

const ink = '#0b2239';
export const darkSurface = '#0f2233';

/**
 * The colours derived from a marina's one colour. Every pair of text and background has a contrast of at least 4.5
 * to 1.
 */
export interface Accent {
  /** Shades of the colour, the lightest first. */
  scale: readonly string[];
  /** The marina's colour itself, for pictures and large backgrounds, and the text colour on it. */
  brand: string;
  onBrand: string;
  light: AccentTones;
  dark: AccentTones;
}

export interface AccentTones {
  /** The background of buttons, and its text. */
  fill: string;
  fillHover: string;
  onFill: string;
  /** Links and icons on the page. */
  link: string;
  /** A quiet background on which links stay readable. */
  tint: string;
}

/** The specification's colour, if a marina has none (SHELL-1). */
const defaultColour = '#00acec';

/** Makes the accent from a tenant's `backgroundColour`. */
export function makeAccent(colour: string): Accent {
  const brand = /^#[0-9a-f]{6}$/i.test(colour) ? colour.toLowerCase() : defaultColour;
  const strong = shiftUntil(brand, -0.01, (candidate) => contrast(candidate, '#ffffff') >= 5.6);
  const bright = shiftUntil(brand, 0.01, (candidate) => contrast(candidate, darkSurface) >= 6.5);
  return {
    scale: makeScale(toOklch(strong)),
    brand,
    onBrand: textOn(brand),
    light: tones(strong, -0.06, tint(strong, 0.97, 0.2)),
    dark: tones(bright, 0.05, tint(strong, 0.3, 0.5)),
  };
}

/**
 * Returns the text colour for a background: ink, else white, else black. The first with a contrast of 4.5 to 1
 * wins.
 */
export function textOn(ground: string): string {
  return [ink, '#ffffff'].find((text) => contrast(text, ground) >= 4.5) ?? '#000000';
}

function tones(fill: string, hoverStep: number, quiet: string): AccentTones {
  const onFill = contrast('#ffffff', fill) >= 4.5 ? '#ffffff' : textOn(fill);
  const { l, ...rest } = toOklch(fill);
  const hover = toHex({ ...rest, l: Math.min(0.98, Math.max(0.1, l + hoverStep)) });
  return { fill, fillHover: hover, onFill, link: fill, tint: quiet };
}

function tint(colour: string, lightness: number, chromaShare: number): string {
  const { c, h } = toOklch(colour);
  return toHex({ l: lightness, c: c * chromaShare, h });
}

function makeScale(strong: Oklch): string[] {
  const lightest = 0.975;
  return Array.from({ length: 10 }, (_, step) => {
    if (step >= 6) return toHex({ ...strong, l: Math.max(0.08, strong.l - (step - 6) * 0.06) });
    const share = step / 6;
    return toHex({
      l: lightest + (strong.l - lightest) * share,
      c: strong.c * (0.15 + 0.85 * Math.sqrt(share)),
      h: strong.h,
    });
  });
}

/** Darkens (with a step below 0) or lightens a colour until it is enough, or black or white. */
function shiftUntil(colour: string, step: number, isEnough: (candidate: string) => boolean): string {
  const { l, ...rest } = toOklch(colour);
  let candidate = colour;
  for (let lightness = l + step; !isEnough(candidate) && lightness > -0.01 && lightness < 1.01; lightness += step) {
    candidate = toHex({ ...rest, l: lightness });
  }
  return candidate;
}
