import ports from '../../../sandbox/src/ports.json' with { type: 'json' };

/** The name of one of the sandbox's servers. */
export type SandboxService = keyof typeof ports;

/** Checks if a provider's key is the name of one of the sandbox's servers, as it is for most of them. */
export const isSandboxService = (key: string): key is SandboxService => Object.hasOwn(ports, key);

/** The number of ports in a row that the sandbox uses. */
export const sandboxPortCount: number = Object.keys(ports).length;

/**
 * Returns the origin of one of the sandbox's servers.
 * @param sandboxUrl the address of its first server, the card provider
 */
export function sandboxOrigin(sandboxUrl: string, service: SandboxService): string {
  const place: { port: number; tls?: boolean } = ports[service];
  const url = new URL(sandboxUrl);
  if (place.tls) url.protocol = 'https:';
  url.port = String(Number(url.port) + place.port);
  return url.origin;
}
