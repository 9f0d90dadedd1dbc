import { brokenRules, shortestPassword } from '@quayside/contract/tenant/password-policy.ts';
import type { Tenant } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import { isCommonPassword } from './common-passwords.rules.ts';

/**
 * Checks a new password by the marina's rule (decision S8).
 * @throws CallError PASSWORD_COMPLEXITY as specified; PASSWORD_TOO_SHORT or PASSWORD_TOO_COMMON under `modern`
 */
export function refuseWeakPassword({ settings }: Pick<Tenant, 'settings'>, password: string): void {
  const policy = settings.passwordPolicy;
  const values = { length: shortestPassword[policy] };
  if (brokenRules(password, policy).length > 0)
    throw new CallError(policy === 'specified' ? 'PASSWORD_COMPLEXITY' : 'PASSWORD_TOO_SHORT', { values });
  if (policy === 'modern' && isCommonPassword(password)) throw new CallError('PASSWORD_TOO_COMMON');
}
