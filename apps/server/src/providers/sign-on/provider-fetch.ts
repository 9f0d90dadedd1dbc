import type { CustomFetch } from 'openid-client';
import { inSpan, outgoingSpan } from '../../lib/telemetry/spans.ts';

/** The provider did not answer, or answered with a fault of its own. */
export class ProviderSilent extends Error {}

/**
 * Returns a fetch for the library. All its calls share one deadline. Bodies are read here as well: a provider that
 * stops in the middle of its answer has not answered.
 */
export function providerFetch(deadlineMs: number): CustomFetch {
  const deadline = AbortSignal.timeout(deadlineMs);
  return (url, options) =>
    inSpan(
      () => outgoingSpan(options.method, url),
      () => ask(url, options),
    );

  async function ask(...[url, options]: Parameters<CustomFetch>): Promise<Response> {
    try {
      const response = await fetch(url, { ...(options as RequestInit), signal: deadline });
      const body = await response.arrayBuffer();
      if (response.status >= 500) throw new ProviderSilent(`HTTP ${response.status}`);
      const { status, headers } = response;
      return new Response(body.byteLength === 0 ? null : body, { status, headers });
    } catch (error) {
      throw error instanceof ProviderSilent ? error : new ProviderSilent(causeOf(error));
    }
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'connection failed';
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return error.name === 'TimeoutError' ? 'no answer in time' : typeof code === 'string' ? code : 'connection failed';
}
