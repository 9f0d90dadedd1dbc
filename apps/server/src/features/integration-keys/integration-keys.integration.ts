import { getOwnKey } from '@quayside/contract/integration/key.ts';
import { integrationRoute, type Route } from '../../http/route.ts';

/** The calls of the integration API about its keys. */
export const keyIntegrationRoutes: Route[] = [
  integrationRoute(getOwnKey, ({ key, tenant }) => {
    const { isoCurrencyCode: currency, defaultLanguage, availableLanguages } = tenant.settings.culture;
    return {
      id: key.id,
      name: key.name,
      mode: key.mode,
      scopes: [...key.scopes],
      expiresAt: key.expiresAt?.toISOString() ?? null,
      tenant: { key: tenant.key, name: tenant.name, currency, defaultLanguage, languages: availableLanguages },
    };
  }),
];
