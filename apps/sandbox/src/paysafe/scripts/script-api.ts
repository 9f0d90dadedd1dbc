import { providerOrigin } from '../../cards/scripts/provider-origin.ts';
import { fail, type ErrorName, newId, ScriptFailure, scriptError } from '../../cards/scripts/script-error.ts';

const timeoutMs = 60_000;

interface Refusal {
  readonly error?: {
    readonly code?: string;
    readonly message?: string;
    readonly fieldErrors?: readonly { readonly field: string; readonly error: string }[];
  };
}

/**
 * Calls the provider with the public key, and returns the JSON of its answer. Throws a ScriptFailure: 9001 if it
 * can't be reached, 9013 for a wrong key, 9003 for wrong fields, `forbidden` for calls that the key's merchant may
 * not make, else 9014.
 */
export async function post(
  path: string,
  apiKey: string,
  body: object,
  forbidden: ErrorName = 'invalidKey',
): Promise<Record<string, unknown>> {
  const correlationId = newId();
  const { status, answer } = await send(path, apiKey, body, correlationId);
  if (status < 300) return answer as Record<string, unknown>;
  const { error } = answer as Refusal;
  const [name, text] = explain(status, error, forbidden);
  throw new ScriptFailure(scriptError(name, text, correlationId));
}

async function send(path: string, apiKey: string, body: object, correlationId: string) {
  let response: Response;
  try {
    response = await fetch(`${providerOrigin}${path}`, {
      method: 'POST',
      credentials: 'omit',
      headers: {
        Authorization: `Basic ${apiKey}`,
        'Content-Type': 'application/json',
        'X-INTERNAL-CORRELATION-ID': correlationId,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch {
    throw fail('connection', 'Connection failed.');
  }
  try {
    return { status: response.status, answer: (await response.json()) as unknown };
  } catch {
    throw fail('internal', 'Unhandled error occurred: the answer could not be read.');
  }
}

function explain(status: number, error: Refusal['error'], forbidden: ErrorName): [ErrorName, string] {
  if (status === 401) return ['invalidKey', 'Invalid apiKey or secret.'];
  if (status === 403) return [forbidden, error?.message ?? 'The key has no permission.'];
  if (status === 400 && error?.fieldErrors !== undefined) {
    const fields = error.fieldErrors.map(({ field, error: text }) => `${field} (${text})`);
    return ['invalidFields', `Invalid fields: ${fields.join(', ')}.`];
  }
  return ['internal', `Unhandled error occurred: ${error?.code ?? status}.`];
}

/**
 * Refuses the arguments that the real script refuses: no key, or the live environment with a key of the test
 * system.
 */
export function assertArguments(apiKey: unknown, options: unknown): asserts options is Record<string, unknown> {
  if (typeof apiKey !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(apiKey) || !atob(apiKey).includes(':')) {
    throw fail('invalidKey', 'Invalid apiKey parameter: Base64 of key and secret expected.');
  }
  if (typeof options !== 'object' || options === null) throw fail('badArgument', 'Invalid options parameter.');
  if ((options as { environment?: unknown }).environment !== 'TEST') {
    throw fail('invalidKey', 'The apiKey is not known in the LIVE environment.');
  }
}
