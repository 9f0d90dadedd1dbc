import type { DescribedError } from '../../lib/telemetry/describe-error.ts';
import type { ErrorReport } from './error-reporter.ts';
import { stackFrames } from './stack-frames.ts';

export interface Origin {
  environment: string;
  release: string;
}

/** Writes a report as an envelope of Sentry's protocol: three lines of JSON. It names neither a user nor an address. */
export function sentryEnvelope(report: ErrorReport, { environment, release }: Origin): string {
  const { reference, source, at, tenant, where, error } = report;
  const id = reference.replaceAll('-', '').toLowerCase();
  const event = {
    event_id: id,
    timestamp: at.toISOString(),
    platform: source === 'server' ? 'node' : 'javascript',
    level: 'error',
    logger: source,
    environment,
    release,
    transaction: where,
    tags: { tenant: tenant ?? 'none', reference, code: error.code ?? 'none' },
    exception: { values: exceptionsOf(error) },
  };
  return [{ event_id: id, sent_at: at.toISOString() }, { type: 'event' }, event]
    .map((line) => JSON.stringify(line))
    .join('\n');
}

/** Returns the exceptions: the cause before its effect, and the outermost call before the innermost. */
function exceptionsOf({ type, message, stack, cause }: DescribedError): object[] {
  const frames = stackFrames(stack).toReversed();
  const own = { type, value: message, ...(frames.length > 0 ? { stacktrace: { frames } } : {}) };
  return [...(cause ? exceptionsOf(cause) : []), own];
}
