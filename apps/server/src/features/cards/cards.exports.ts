export { auditCard } from './audit-card.service.ts';
export { checkVaults, eraseVaultCards } from './erase-cards.service.ts';
export { hasExpired, inOrderOfUse } from './cards.presenter.ts';
export { loadProfile, todayAtSite } from './vault.service.ts';
