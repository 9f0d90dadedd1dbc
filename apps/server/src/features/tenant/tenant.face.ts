/** The parts of tenant that others may use, beside its service. */
export { type Brand, brandOf, ink } from './brand.ts';
export { countriesIn, countryName } from './countries.ts';
export { decimalPlacesOf } from './currency.ts';
export { readLogo, readLogoPicture } from './logo.ts';
export { everythingPermitted, newTenantSettings } from './new-tenant.ts';
export { portalUrl } from './portal-url.ts';
export { requireOrders } from './shows-orders.ts';
export { siteDay } from './site-day.ts';
export { findStoredTenant, hasOrders, hostsOfOthers, sitesOf, type StoredTenant } from './stored-tenant.ts';
export { portalOrigin, presentConfig } from './tenant.presenter.ts';
