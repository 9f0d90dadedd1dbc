import { addAccount } from './commands/account-add.ts';
import { eraseAccount } from './commands/account-erase.ts';
import { exportAccount } from './commands/account-export.ts';
import { findAccounts } from './commands/account-find.ts';
import { verifyAudit } from './commands/audit-verify.ts';
import { backup } from './commands/backup.ts';
import { createCertificate, installCertificate, showCertificate, showRoots } from './commands/certificate.ts';
import { issueCode } from './commands/code-issue.ts';
import { consentLinks } from './commands/consent-links.ts';
import { creditCommand } from './commands/credit.ts';
import { distributeDatabase } from './commands/database-distribute.ts';
import { eraseDocument } from './commands/document-erase.ts';
import { acceptDocument, listDocuments, rejectDocument } from './commands/document.ts';
import { exportMarina } from './commands/export.ts';
import { importFolder } from './commands/import.ts';
import { listInvoices } from './commands/invoice-list.ts';
import {
  createIntegrationKey,
  listIntegrationKeys,
  revokeIntegrationKey,
  rotateIntegrationKey,
} from './commands/key.ts';
import { listLogins, setLoginAddress, unlinkLogin } from './commands/login.ts';
import { setFont } from './commands/look-font.ts';
import { setPapers } from './commands/look-papers.ts';
import { setBackground, setColour, sendTestMail, setIcon, setLogo } from './commands/look.ts';
import { mailLinkTo } from './commands/mail-link.ts';
import { listMails } from './commands/mail-list.ts';
import { showOrder } from './commands/order-show.ts';
import { payLink } from './commands/pay-link.ts';
import { allocatePayment } from './commands/payment-allocate.ts';
import { closePayment } from './commands/payment-close.ts';
import { listPayments } from './commands/payment-list.ts';
import { listOpenPayments } from './commands/payment-open.ts';
import { recordPayment } from './commands/payment-record.ts';
import { reversePayment } from './commands/payment-reverse.ts';
import { showPayment } from './commands/payment-show.ts';
import { refundCommand } from './commands/refund.ts';
import { restore } from './commands/restore.ts';
import { forgetLostSecrets, rotateSecrets, showSecrets } from './commands/secrets.ts';
import { makeStaffLink } from './commands/staff-link.ts';
import { createTenant } from './commands/tenant-create.ts';
import { deleteTenant } from './commands/tenant-delete.ts';
import { listTenants } from './commands/tenant-list.ts';
import { setTenant } from './commands/tenant-set.ts';
import { showTenant } from './commands/tenant-show.ts';
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
