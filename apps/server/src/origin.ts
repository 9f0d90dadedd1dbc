import type { Environment } from './env.ts';

/** In production a balancer ends TLS at the usual port; elsewhere the portal is where this server listens. */
export function originOf(host: string, { nodeEnv, port }: Environment): string {
  return nodeEnv === 'production' ? `https://${host}` : `http://${host}:${port}`;
}
