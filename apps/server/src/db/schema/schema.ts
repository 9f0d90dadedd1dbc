import type { AccountTables } from './accounts.ts';
import type { AgreementTables } from './agreements.ts';
import type { AuditTables } from './audit.ts';
import type { CardTables } from './cards.ts';
import type { CopyTables } from './copies.ts';
import type { DocumentTables } from './documents.ts';
import type { EstimateTables } from './estimates.ts';
import type { IdentityTables } from './identity.ts';
import type { IntegrationTables } from './integration.ts';
import type { MailTables } from './mails.ts';
import type { OrderTables } from './orders.ts';
import type { PaymentTables } from './payments.ts';
import type { StayTables } from './stays.ts';
import type { TenantTables } from './tenants.ts';

/**
 * The tables that `migrations/` makes. Names say the units, unless a column says something else: `…_minor` is an amount
 * in minor units of the row's currency, `…_at` an instant, `…_on` and `…_date` a day, `…_hash` a SHA-256. A null `…_at`
 * means that it has not happened.
 */
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
