import type { DatabaseSync } from 'node:sqlite';
import { registerPaypalMerchant } from '../paypal/merchants.ts';
import { registerRedirectMerchant } from '../redirect/merchants.ts';

const marinas = [
  { tenant: 'saltmarsh', name: 'Saltmarsh Marina' },
  { tenant: 'port-azur', name: 'Port d’Azur' },
];

/**
 * Registers the demo's marinas at the providers with pages of their own. Their events go to the portal's port on
 * this machine.
 */
export function registerHostedDemo(database: DatabaseSync, portalPort: number): void {
  for (const { tenant, name } of marinas) {
    const hook = (provider: string) => `http://127.0.0.1:${portalPort}/harbour/api/hooks/${provider}/${tenant}`;
    registerPaypalMerchant(database, {
      clientId: `${tenant}-paypal`,
      clientSecret: 'sandbox-paypal-secret',
      webhookId: `${tenant}-webhook`,
      webhookUrl: hook('paypal'),
      name,
    });
    registerRedirectMerchant(database, {
      merchantId: tenant,
      secretKey: 'sandbox-redirect-secret',
      webhookSecret: 'sandbox-webhook-secret',
      webhookUrl: hook('redirect'),
      name,
    });
  }
}
