export { type Brand, brandOf } from './brand.rules.ts';
export { countriesIn, countryName } from './countries.rules.ts';
export { readLogo, readLogoPicture } from './logo.service.ts';
export { everythingPermitted, newTenantSettings } from './new-tenant.rules.ts';
export { portalUrl } from './portal-url.service.ts';
export { findStoredTenant, hasAmounts, hostsOfOthers, sitesOf, type StoredTenant } from './stored-tenant.queries.ts';
export { portalOrigin, presentConfig } from './tenant.presenter.ts';
export { decimalPlacesOf, languageOfCustomer, requireOrders, siteDay } from './tenant.rules.ts';
