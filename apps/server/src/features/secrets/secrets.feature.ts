import { hour } from '../../lib/time/durations.ts';
import type { Feature } from '../feature.ts';
import { encryptPlainSecrets } from './secrets.service.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'secrets.forgotten': true;
  }
}

export const secretsFeature: Feature = {
  recurring: () => [
    {
      name: 'encrypt-secrets',
      by: 'one-copy',
      everyMs: hour,
      run: async ({ db, tenant, clock, log }) => {
        const secrets = await encryptPlainSecrets(db, tenant.id, clock.now());
        if (secrets > 0) log.info({ secrets }, 'secrets encrypted that an earlier release stored as they are');
      },
    },
  ],
};
