import { contrast, ink } from '@quayside/contract/tenant/contrast.ts';
import { brandColour } from '@quayside/contract/tenant/theme.ts';
import type { TenantSettings } from '../../lib/settings/tenant-settings.ts';

/**
 * The parts of a marina's look that paper needs. Each pair of text and background has a contrast of at least 4.5 to
 * 1.
 */
export interface Brand {
  /** `#rrggbb`, for backgrounds and rules. */
  colour: string;
  /** The colour of text on `colour`: white if it can be read there, else ink, else black. The screen prefers ink. */
  onColour: string;
  /** `colour`, darkened for text and links on white. */
  text: string;
}

/** Returns a marina's colour, and colours that are readable on it and beside it. */
export function brandOf({ backgroundColour }: Pick<TenantSettings, 'backgroundColour'>): Brand {
  const colour = brandColour(backgroundColour);
  const onColour = ['#ffffff', ink].find((text) => contrast(text, colour) >= 4.5) ?? '#000000';
  return { colour, onColour, text: darken(colour) };
}

function darken(colour: string): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const hex = (value: number) => Math.round(value).toString(16).padStart(2, '0');
  let share = 1;
  let text = colour;
  while (contrast(text, '#ffffff') < 4.5) {
    share -= 0.04;
    text = `#${channels.map((channel) => hex(channel * share)).join('')}`;
  }
  return text;
}
