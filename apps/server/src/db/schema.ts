import type { AccountTables } from './schema-accounts.ts';
import type { AgreementTables } from './schema-agreements.ts';
import type { AuditTables } from './schema-audit.ts';
import type { CardTables } from './schema-cards.ts';
import type { CopyTables } from './schema-copies.ts';
import type { DocumentTables } from './schema-documents.ts';
import type { EstimateTables } from './schema-estimates.ts';
import type { IdentityTables } from './schema-identity.ts';
import type { IntegrationTables } from './schema-integration.ts';
import type { MailTables } from './schema-mails.ts';
import type { OrderTables } from './schema-orders.ts';
import type { PaymentTables } from './schema-payments.ts';
import type { StayTables } from './schema-stays.ts';
import type { TenantTables } from './schema-tenants.ts';

/** The tables that migrations/ makes. `Day` columns are `YYYY-MM-DD`. */
export interface Database
  extends AccountTables,
    AgreementTables,
    AuditTables,
    CardTables,
    CopyTables,
    DocumentTables,
    EstimateTables,
    IdentityTables,
    IntegrationTables,
    MailTables,
    OrderTables,
    PaymentTables,
    StayTables,
    TenantTables {}
