import type { Command } from './lib/command.ts';
import { addAccount } from './commands/add-account.ts';
import { backup } from './commands/backup.ts';
import { allocatePayment } from './commands/allocate-payment.ts';
import { closePayment } from './commands/close-payment.ts';
import { consentLinks } from './commands/consent-links.ts';
import { createTenant } from './commands/create-tenant.ts';
import { creditCommand } from './commands/credit-order.ts';
import { deleteTenant } from './commands/delete-tenant.ts';
import { distributeDatabase } from './commands/distribute-database.ts';
import { acceptDocument, listDocuments, rejectDocument } from './commands/documents.ts';
import { eraseDocument } from './commands/erase-document.ts';
import { eraseAccount } from './commands/erase-account.ts';
import { exportAccount } from './commands/export-account.ts';
import { exportMarina } from './commands/export.ts';
import { importFolder } from './commands/import.ts';
import {
  createIntegrationKey,
  listIntegrationKeys,
  revokeIntegrationKey,
  rotateIntegrationKey,
} from './commands/integration-keys.ts';
import { issueCode } from './commands/issue-code.ts';
import { createCertificate, installCertificate, showCertificate, showRoots } from './commands/seal-certificates.ts';
import { setBackground, setColour, sendTestMail, setIcon, setLogo } from './commands/look.ts';
import { setFont } from './commands/look-font.ts';
import { setPapers } from './commands/look-papers.ts';
import { listLogins, setLoginAddress, unlinkLogin } from './commands/logins.ts';
import { mailLinkTo } from './commands/mail-link.ts';
import { listTenants } from './commands/list-tenants.ts';
import { makeStaffLink } from './commands/make-staff-link.ts';
import { payLink } from './commands/pay-link.ts';
import { restore } from './commands/restore.ts';
import { listInvoices } from './commands/list-invoices.ts';
import { listMails } from './commands/list-mails.ts';
import { listOpenPayments } from './commands/list-open-payments.ts';
import { listPayments } from './commands/list-payments.ts';
import { recordPayment } from './commands/record-payment.ts';
import { refundCommand } from './commands/refund-payment.ts';
import { reversePayment } from './commands/reverse-payment.ts';
import { forgetLostSecrets, rotateSecrets, showSecrets } from './commands/secrets.ts';
import { setTenant } from './commands/set-tenant.ts';
import { showOrder } from './commands/show-order.ts';
import { showPayment } from './commands/show-payment.ts';
import { showTenant } from './commands/show-tenant.ts';
import { verify } from './commands/verify.ts';
import { verifyAudit } from './commands/verify-audit.ts';

/** The groups: the first words of commands that have two. */
export const groups = {
  tenant: 'Marinas and their settings.',
  look: 'The look of a marina: logo, icon, background, colour, font and papers.',
  account: 'Customers.',
  code: 'Registration codes.',
  login: 'How customers sign in.',
  key: 'Keys with which the marina’s programs call the integration API.',
  order: 'Orders.',
  invoice: 'Invoices and credit notes.',
  mail: 'Mails that the portal sends.',
  payment: 'Payments: the list of them, those that the office took, and those that it closes.',
  document: 'Documents that customers hand in.',
  audit: 'The audit trail: who did what, when.',
  database: 'The database.',
  secrets: 'The keys that encrypt what providers and certificates keep secret.',
  certificate: 'What a marina seals its papers with.',
};

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  createTenant,
  listTenants,
  showTenant,
  setTenant,
  deleteTenant,
  setLogo,
  setIcon,
  setBackground,
  setColour,
  setFont,
  setPapers,
  sendTestMail,
  addAccount,
  exportAccount,
  eraseAccount,
  issueCode,
  listLogins,
  setLoginAddress,
  unlinkLogin,
  importFolder,
  exportMarina,
  showOrder,
  showPayment,
  listOpenPayments,
  listInvoices,
  listPayments,
  recordPayment,
  reversePayment,
  closePayment,
  allocatePayment,
  creditCommand,
  refundCommand,
  listDocuments,
  acceptDocument,
  rejectDocument,
  eraseDocument,
  payLink,
  listMails,
  mailLinkTo,
  consentLinks,
  makeStaffLink,
  createIntegrationKey,
  listIntegrationKeys,
  revokeIntegrationKey,
  rotateIntegrationKey,
  verifyAudit,
  backup,
  restore,
  verify,
  distributeDatabase,
  showCertificate,
  showRoots,
  createCertificate,
  installCertificate,
  showSecrets,
  rotateSecrets,
  forgetLostSecrets,
];
