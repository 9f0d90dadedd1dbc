import { contrast, linearOf, textOn } from './contrast.ts';
import type { TenantConfig } from './tenant.ts';

export const darkSurface = '#0f2233';

/** Returns the custom properties of the tenant's theme. */
export const themeVariables = ({ backgroundColour, styles }: Pick<TenantConfig, 'backgroundColour' | 'styles'>) => ({
  ...accentVariables(makeAccent(backgroundColour)),
  ...styles,
});

function accentVariables(accent: Accent): Record<string, string> {
  return {
    ...Object.fromEntries(accent.scale.map((colour, step) => [`--qs-accent-${step}`, colour])),
    '--qs-brand': accent.brand,
    '--qs-on-brand': accent.onBrand,
    ...toneVariables(accent.light, 'light'),
    ...toneVariables(accent.dark, 'dark'),
  };
}

function toneVariables(tones: AccentTones, scheme: 'light' | 'dark'): Record<string, string> {
  return {
    [`--qs-fill-${scheme}`]: tones.fill,
    [`--qs-fill-hover-${scheme}`]: tones.fillHover,
    [`--qs-on-fill-${scheme}`]: tones.onFill,
    [`--qs-link-${scheme}`]: tones.link,
    [`--qs-tint-${scheme}`]: tones.tint,
  };
}

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
export const defaultColour = '#00acec';

/** Returns a marina's own colour as `#rrggbb`, from its `backgroundColour`. */
export const brandColour = (backgroundColour: string): string =>
  /^#[0-9a-f]{6}$/i.test(backgroundColour) ? backgroundColour.toLowerCase() : defaultColour;

/** Makes the accent from a tenant's `backgroundColour`. */
export function makeAccent(colour: string): Accent {
  const brand = brandColour(colour);
  const strong = adjustLightness(brand, -0.01, (candidate) => contrast(candidate, '#ffffff') >= 5.6);
  const bright = adjustLightness(brand, 0.01, (candidate) => contrast(candidate, darkSurface) >= 6.5);
  return {
    scale: makeScale(toOklch(strong)),
    brand,
    onBrand: textOn(brand),
    light: tones(strong, -0.06, tint(strong, 0.97, 0.2)),
    dark: tones(bright, 0.05, tint(strong, 0.3, 0.5)),
  };
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
function adjustLightness(colour: string, step: number, isEnough: (candidate: string) => boolean): string {
  const { l, ...rest } = toOklch(colour);
  let candidate = colour;
  for (let lightness = l + step; !isEnough(candidate) && lightness > -0.01 && lightness < 1.01; lightness += step) {
    candidate = toHex({ ...rest, l: lightness });
  }
  return candidate;
}

/** A colour in OKLCH: lightness 0 to 1, chroma, hue in radians. Equal steps look equal, which hex can't offer. */
interface Oklch {
  l: number;
  c: number;
  h: number;
}

type Triple = [number, number, number];

/** Converts a hex colour to OKLCH. */
export function toOklch(hex: string): Oklch {
  const [r, g, b] = linearOf(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const blue = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { l: lightness, c: Math.hypot(a, blue), h: Math.atan2(blue, a) };
}

/** Returns the nearest hex colour. A chroma that no screen can show is lowered until it fits. */
export function toHex(colour: Oklch): string {
  let chroma = colour.c;
  let linear = toLinear({ ...colour, c: chroma });
  while (chroma > 0.001 && linear.some((value) => value < -0.0005 || value > 1.0005)) {
    chroma *= 0.96;
    linear = toLinear({ ...colour, c: chroma });
  }
  return `#${linear.map(byteOf).join('')}`;
}

function toLinear({ l, c, h }: Oklch): Triple {
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function byteOf(linear: number): string {
  const value = Math.min(1, Math.max(0, linear));
  const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}
