import { getConfig } from '@quayside/contract/tenant/tenant.ts';
import type { TenantConfig } from '@quayside/contract/tenant/tenant.ts';
import { createContext, useContext } from 'react';
import { api, configureApi } from './calls/api.ts';
import { currentLanguage } from './texts/texts.ts';
import { readBlock } from './page-data/document-data.ts';
import { tabSlice } from './browser/tab-storage.ts';

const storedTenant = tabSlice('tenant', (value) => (typeof value === 'string' ? value : undefined));

/**
 * Finds the tenant of this portal: from the document, else from the server by host, tenantKey or `?tenant=`
 * (decision X14). The tab keeps the latter, because later addresses lose it.
 */
export async function loadTenant(): Promise<TenantConfig> {
  const named = new URLSearchParams(location.search).get('tenant');
  if (named) storedTenant.write(named);
  configureApi({ tenantKey: storedTenant.read(), paymentApiUrl: undefined, language: currentLanguage });
  const config = readBlock('portal-config') ?? (await loadWithTheme());
  configureApi({ tenantKey: config.key, paymentApiUrl: config.paymentApiUrl, language: currentLanguage });
  return config;
}

/** Loads the tenant if the document is not our server's, such as that of `npm run dev`. It has no theme either. */
async function loadWithTheme(): Promise<TenantConfig> {
  const config = await api(getConfig, {});
  const { themeVariables } = await import('@quayside/contract/tenant/theme.ts');
  // One by one, because a style element would need an exception in the content security policy.
  for (const [name, value] of Object.entries(themeVariables(config))) {
    document.documentElement.style.setProperty(name, value);
  }
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
