import type { Environment } from './env.ts';

/**
 * Returns the portal's origin at a host. In production a balancer ends TLS at the usual port; elsewhere this server
 * listens there itself.
 */
export function originOf(host: string, { nodeEnv, port }: Environment): string {
  return nodeEnv === 'production' ? `https://${host}` : `http://${host}:${port}`;
}
