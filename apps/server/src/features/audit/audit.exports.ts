export type { AuditActor, AuditEntry, AuditEvent } from './audit-entry.rules.ts';
export { appending } from './audit.queries.ts';
export { TrailCheck, type Verification, verifyChain, verifyEarlierTrails } from './verify-chain.service.ts';
