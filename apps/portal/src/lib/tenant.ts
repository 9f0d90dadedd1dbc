import { getConfig } from '@quayside/contract/tenant.ts';
import type { TenantConfig } from '@quayside/contract/tenant.ts';
import { createContext, useContext } from 'react';
import { api, configureApi } from './calls/api.ts';
import { currentLanguage } from './texts.ts';
import { readBlock } from './first-screen/document-data.ts';
import { slice } from './browser/tab-storage.ts';

const storedTenant = slice('tenant', (value) => (typeof value === 'string' ? value : undefined));

/**
 * Finds the tenant of this portal: from the document, else from the server by host, tenantKey or `?tenant=`
 * (decision X14). The tab keeps the latter, because later addresses lose it.
 */
export async function loadTenant(): Promise<TenantConfig> {
  const named = new URLSearchParams(location.search).get('tenant');
  if (named) storedTenant.write(named);
  configureApi({ tenantKey: storedTenant.read(), paymentApiUrl: undefined, language: currentLanguage });
  const config = readBlock('portal-config') ?? (await api(getConfig, {}));
  configureApi({ tenantKey: config.key, paymentApiUrl: config.paymentApiUrl, language: currentLanguage });
  return config;
}

const TenantContext = createContext<TenantConfig | undefined>(undefined);

export const TenantProvider = TenantContext.Provider;

/** Returns the tenant of this portal. */
export function useTenant(): TenantConfig {
  const tenant = useContext(TenantContext);
  if (!tenant) throw new Error('useTenant only works inside a TenantProvider');
  return tenant;
}
