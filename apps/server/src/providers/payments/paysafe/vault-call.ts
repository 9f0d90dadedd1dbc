import { configurationCode, ProviderFault } from '../payment-attempt.ts';
import { isTransient } from '../wire-call.ts';
import { callPaysafe, type WireCall } from './http-client.ts';
import { refusalReasons } from './refusal-reasons.ts';
import type { PaysafeSettings } from './settings.ts';
import { ExistingEntity, readRefusal } from './wire.ts';

export const profiles = '/customervault/v1/profiles';
const deadlineMs = 8_000;

/** Calls the vault. @throws ProviderFault if nobody answers, or the effect is unknown */
export async function sendToVault(
  settings: PaysafeSettings,
  call: WireCall,
): Promise<{ status: number; body: unknown }> {
  const answer = await callPaysafe(settings, { ...call, deadlineMs });
  if (answer.kind !== 'answered') throw new ProviderFault(`paysafe: ${answer.reason}`);
  return answer;
}

/**
 * Returns the fault of a refused call. If the customer can act on it, such as on an expired card, it has the
 * provider's words.
 */
export function refused(what: string, status: number, body: unknown): ProviderFault {
  const read = readRefusal(status, body);
  const reason = read.reason ?? refusalReasons[read.code];
  const refusal = { ...read, ...(reason && { reason }) };
  const isCustomers = !isTransient(status) && refusal.code !== configurationCode;
  return new ProviderFault(
    `paysafe: ${what}: HTTP ${status}, code ${refusal.code}`,
    isCustomers && refusal.message !== null ? refusal : null,
  );
}

/** Returns the id of the object that was in the way, from the link to it. Null if something else was. */
export function existingId({ status, body }: { status: number; body: unknown }): string | null {
  const parsed = ExistingEntity.safeParse(status === 409 ? body : null);
  const href = parsed.data?.links.find(({ rel }) => rel === 'existing_entity')?.href;
  const id = href?.split('/').at(-1);
  return id ? decodeURIComponent(id) : null;
}
