/** The parts of tenant that others may use, beside its service. */
export { type Brand, brandOf, contrast, ink } from './brand.rules.ts';
export { countriesIn, countryName } from './countries.rules.ts';
export { languageOfCustomer } from './customer-language.rules.ts';
export { decimalPlacesOf } from './currency.rules.ts';
export { readLogo, readLogoPicture } from './logo.rules.ts';
export { everythingPermitted, newTenantSettings } from './new-tenant.rules.ts';
export { portalUrl } from './portal-url.service.ts';
export { requireOrders } from './shows-orders.rules.ts';
export { siteDay } from './site-day.rules.ts';
export { findStoredTenant, hasOrders, hostsOfOthers, sitesOf, type StoredTenant } from './stored-tenant.queries.ts';
export { portalOrigin, presentConfig } from './tenant.presenter.ts';
