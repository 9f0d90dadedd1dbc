import { fail } from '../../cards/scripts/script-error.ts';

/** Calls the provider from one of its own frames. Throws with the provider's text if it refuses. */
export async function callProvider(path: string, fieldToken: string, body: object): Promise<string> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: 'POST',
      credentials: 'omit',
      headers: { Authorization: `Bearer ${fieldToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
  } catch {
    throw fail('connection', 'Connection failed.');
  }
  const text = await response.text();
  if (response.ok) return text;
  const { Message = `HTTP ${response.status}` } = readObject(text);
  throw fail(response.status < 500 ? 'invalidFields' : 'internal', Message);
}

function readObject(text: string): { Message?: string } {
  try {
    return JSON.parse(text) as { Message?: string };
  } catch {
    return {};
  }
}
