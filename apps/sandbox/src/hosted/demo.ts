import type { Environment } from '../environment.ts';

/** The demo's marinas, for the providers with pages of their own. */
export const demoMarinas = [
  { tenant: 'saltmarsh', name: 'Saltmarsh Marina' },
  { tenant: 'port-azur', name: 'Port d’Azur' },
] as const;

/** Returns the address for a provider's events to a marina of the demo: the portal's port on this machine. */
export const hookOf = ({ portalPort }: Environment, provider: string, tenant: string): string =>
  `http://127.0.0.1:${portalPort}/harbour/api/hooks/${provider}/${tenant}`;
