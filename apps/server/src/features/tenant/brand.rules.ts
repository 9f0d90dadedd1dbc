import type { TenantSettings } from '../../lib/tenant-settings.ts';

/** The colour of a marina that has none (SHELL-1). */
const defaultColour = '#00acec';
export const ink = '#0b2239';

/**
 * The parts of a marina's look that paper needs. Each pair of text and background has a contrast of at least 4.5 to
 * 1.
 */
export interface Brand {
  /** `#rrggbb`, for backgrounds and rules. */
  colour: string;
  /** The colour of text on `colour`. */
  onColour: string;
  /** `colour`, darkened for text and links on white. */
  text: string;
}

/** Returns a marina's colour, and colours that are readable on it and beside it. */
export function brandOf({ backgroundColour }: Pick<TenantSettings, 'backgroundColour'>): Brand {
  const colour = /^#[0-9a-f]{6}$/i.test(backgroundColour) ? backgroundColour.toLowerCase() : defaultColour;
  const onColour = ['#ffffff', ink].find((text) => contrast(text, colour) >= 4.5) ?? '#000000';
  return { colour, onColour, text: darken(colour) };
}

function darken(colour: string): string {
  let share = 1;
  let text = colour;
  while (contrast(text, '#ffffff') < 4.5) {
    share -= 0.04;
    text = `#${channelsOf(colour)
      .map((channel) =>
        Math.round(channel * share)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`;
  }
  return text;
}

/** Returns the WCAG contrast of two `#rrggbb`, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = channelsOf(hex).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function channelsOf(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}
