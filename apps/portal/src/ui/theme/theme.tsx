import type { TenantConfig } from '@quayside/contract/tenant.ts';
import type { ReactNode } from 'react';
import { useTenant } from '../../lib/tenant.ts';
import { makeAccent } from './accent.ts';
import type { Accent, AccentTones } from './accent.ts';
import './fonts.css';
import './tokens.css';
import './base.css';

/**
 * Applies the theme in the tenant's colour. In the browser a script sets the variables on the document one by one,
 * because a style element would need an exception in the content security policy. The document of a page that the
 * server has drawn brings them along.
 */
export function Theme({ children }: { children: ReactNode }) {
  const tenant = useTenant();
  if (!import.meta.env.SSR) setVariables(themeVariables(tenant));
  return children;
}

/** Returns the custom properties of the tenant's theme. */
export const themeVariables = ({ backgroundColour, styles }: Pick<TenantConfig, 'backgroundColour' | 'styles'>) => ({
  ...accentVariables(makeAccent(backgroundColour)),
  ...styles,
});

function setVariables(variables: Record<string, string>): void {
  for (const [name, value] of Object.entries(variables)) document.documentElement.style.setProperty(name, value);
}

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
