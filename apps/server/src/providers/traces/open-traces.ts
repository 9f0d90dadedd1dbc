import type { FastifyBaseLogger } from 'fastify';
import type { Environment } from '../../lib/settings/env.ts';
import { traceTo } from '../../lib/telemetry/spans.ts';

interface Traces {
  /** Tries for a moment to send the last spans, then drops them. */
  close: () => Promise<void>;
}

/** Sends spans to the receiver of the settings, if there is one. Only then are OpenTelemetry's libraries loaded. */
export async function openTraces(
  { traces }: Pick<Environment, 'traces'>,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): Promise<Traces> {
  if (!traces) return { close: async () => {} };
  const { OtlpTraces } = await import('./otlp-traces.ts');
  const opened = new OtlpTraces(traces, log);
  traceTo(opened);
  return {
    close: () => {
      traceTo(undefined);
      return opened.close();
    },
  };
}
