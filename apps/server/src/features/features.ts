import { accountFeature } from './account/account.feature.ts';
import { agreementsFeature } from './agreements/agreements.feature.ts';
import { archiveFeature } from './archive/archive.feature.ts';
import { auditFeature } from './audit/audit.feature.ts';
import { boatsFeature } from './boats/boats.feature.ts';
import { calendarFeature } from './calendar/calendar.feature.ts';
import { cardComponentsFeature } from './card-components/card-components.feature.ts';
import { cardsFeature } from './cards/cards.feature.ts';
import { clientErrorsFeature } from './client-errors/client-errors.feature.ts';
import { consentFeature } from './consent/consent.feature.ts';
import { contactFeature } from './contact/contact.feature.ts';
import { dashboardFeature } from './dashboard/dashboard.feature.ts';
import { documentsFeature } from './documents/documents.feature.ts';
import { estimatesFeature } from './estimates/estimates.feature.ts';
import { exportsFeature } from './exports/exports.feature.ts';
import { eventsFeature } from './events/events.feature.ts';
import { filesFeature } from './files/files.feature.ts';
import { identityFeature } from './identity/identity.feature.ts';
import { importsFeature } from './imports/imports.feature.ts';
import { integrationKeysFeature } from './integration-keys/integration-keys.feature.ts';
import { integrationRowsFeature } from './integration-rows/integration-rows.feature.ts';
import { invoicesFeature } from './invoices/invoices.feature.ts';
import { languagesFeature } from './languages/languages.feature.ts';
import { loginAddressFeature } from './login-address/login-address.feature.ts';
import { lookFeature } from './look/look.feature.ts';
import { mailFeature } from './mail/mail.feature.ts';
import { mailLinksFeature } from './mail-links/mail-links.feature.ts';
import { ordersFeature } from './orders/orders.feature.ts';
import { passwordsFeature } from './passwords/passwords.feature.ts';
import { paymentsFeature } from './payments/payments.feature.ts';
import { personsFeature } from './persons/persons.feature.ts';
import { platformFeature } from './platform/platform.feature.ts';
import { quickPayFeature } from './quick-pay/quick-pay.feature.ts';
import { receiptsFeature } from './receipts/receipts.feature.ts';
import { registrationFeature } from './registration/registration.feature.ts';
import { sealsFeature } from './seals/seals.feature.ts';
import { secretsFeature } from './secrets/secrets.feature.ts';
import { signOnFeature } from './sign-on/sign-on.feature.ts';
import { sitesFeature } from './sites/sites.feature.ts';
import { staffViewsFeature } from './staff-views/staff-views.feature.ts';
import { staysFeature } from './stays/stays.feature.ts';
import { tenantFeature } from './tenant/tenant.feature.ts';
import { waitingListsFeature } from './waiting-lists/waiting-lists.feature.ts';
import { webhooksFeature } from './webhooks/webhooks.feature.ts';
import { credentialsFeature } from './credentials/credentials.feature.ts';
import { forgetResetOf } from './passwords/passwords.service.ts';
import { showPaymentsOfOrder } from './payments/payments.service.ts';
import type { Feature } from './feature.ts';

/** All features of the server, in the order of the chapters of the OpenAPI document. */
export const features: readonly Feature[] = [
  platformFeature,
  clientErrorsFeature,
  tenantFeature,
  auditFeature,
  languagesFeature,
  identityFeature,
  signOnFeature,
  loginAddressFeature(forgetResetOf),
  registrationFeature,
  passwordsFeature,
  accountFeature,
  dashboardFeature,
  staffViewsFeature,
  consentFeature,
  mailLinksFeature,
  contactFeature,
  agreementsFeature,
  documentsFeature,
  filesFeature,
  estimatesFeature,
  staysFeature,
  calendarFeature,
  ordersFeature(showPaymentsOfOrder),
  invoicesFeature,
  paymentsFeature,
  receiptsFeature,
  exportsFeature,
  cardsFeature,
  cardComponentsFeature,
  quickPayFeature,
  mailFeature,
  lookFeature,
  sealsFeature,
  secretsFeature,
  boatsFeature,
  waitingListsFeature,
  integrationKeysFeature,
  integrationRowsFeature,
  credentialsFeature,
  importsFeature,
  archiveFeature,
  personsFeature,
  eventsFeature,
  webhooksFeature,
  sitesFeature,
];
