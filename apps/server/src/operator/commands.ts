import { addAccount } from './commands/customers/account-add.ts';
import { eraseAccount } from './commands/customers/account-erase.ts';
import { exportAccount } from './commands/customers/account-export.ts';
import { findAccounts } from './commands/customers/account-find.ts';
import { verifyAudit } from './commands/audit-verify.ts';
import { backup } from './commands/backup.ts';
import { createCertificate, installCertificate, showCertificate, showRoots } from './commands/marinas/certificate.ts';
import { issueCode } from './commands/customers/code-issue.ts';
import { consentLinks } from './commands/customers/consent-links.ts';
import { creditCommand } from './commands/refunds/credit.ts';
import { distributeDatabase } from './commands/database-distribute.ts';
import { eraseDocument } from './commands/customers/document-erase.ts';
import { acceptDocument, listDocuments, rejectDocument } from './commands/customers/document.ts';
import { exportMarina } from './commands/export.ts';
import { importFolder } from './commands/import.ts';
import { listInvoices } from './commands/customers/invoice-list.ts';
import {
  createIntegrationKey,
  listIntegrationKeys,
  revokeIntegrationKey,
  rotateIntegrationKey,
} from './commands/key.ts';
import { listLogins, setLoginAddress, unlinkLogin } from './commands/customers/login.ts';
import { setFont } from './commands/marinas/look-font.ts';
import { setPapers } from './commands/marinas/look-papers.ts';
import { setBackground, setColour, sendTestMail, setIcon, setLogo } from './commands/marinas/look.ts';
import { mailLinkTo } from './commands/customers/mail-link.ts';
import { listMails } from './commands/customers/mail-list.ts';
import { showOrder } from './commands/customers/order-show.ts';
import { payLink } from './commands/customers/pay-link.ts';
import { allocatePayment } from './commands/payments/payment-allocate.ts';
import { closePayment } from './commands/payments/payment-close.ts';
import { listPayments } from './commands/payments/payment-list.ts';
import { listOpenPayments } from './commands/payments/payment-open.ts';
import { recordPayment } from './commands/payments/payment-record.ts';
import { reversePayment } from './commands/payments/payment-reverse.ts';
import { showPayment } from './commands/payments/payment-show.ts';
import { refundCommand } from './commands/refunds/refund.ts';
import { restore } from './commands/restore.ts';
import { forgetLostSecrets, rotateSecrets, showSecrets } from './commands/secrets.ts';
import { makeStaffLink } from './commands/customers/staff-link.ts';
import { createTenant } from './commands/marinas/tenant-create.ts';
import { deleteTenant } from './commands/marinas/tenant-delete.ts';
import { listTenants } from './commands/marinas/tenant-list.ts';
import { setTenant } from './commands/marinas/tenant-set.ts';
import { showTenant } from './commands/marinas/tenant-show.ts';
import { verify } from './commands/verify.ts';
import type { Command } from './lib/command.ts';

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
  findAccounts,
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
