import { estimateMail } from '../features/estimates/estimate-mail.ts';
import { invoiceMail } from '../features/invoices/invoice-mail.ts';
import type { MailKind } from '../features/mail/mail.service.ts';
import type { MailWriter } from '../features/mail/send-mail.ts';
import { passwordChangedMail, passwordResetMail } from '../features/passwords/password-mails.ts';
import { receiptMail } from '../features/receipts/receipt-mail.ts';
import { registrationCodeMail } from '../features/registration/registration-code-mail.ts';
import { payLinkMail } from '../features/quick-pay/pay-link-mail.ts';
import { registeredMail } from '../features/registration/registered-mail.ts';
import { identityLinkedMail } from '../features/sign-on/identity-linked-mail.ts';
import { loginLockedMail, loginSlowMail } from '../features/identity/lock-mail.ts';
import { confirmAddressMail, loginAddressChangedMail } from '../features/login-address/login-address-mails.ts';
import { notMadeMail } from '../features/payments/not-made-mail.ts';
import { paymentAlertMail } from '../features/payments/payment-alert-mail.ts';
import { emailChangedMail } from '../features/account/email-changed-mail.ts';
import { agreementCodeMail, agreementOfficeMail, agreementSignedMail } from '../features/agreements/agreement-mails.ts';
import { consentLinkMail } from '../features/consent/consent-link-mail.ts';
import { mailLinkMail } from '../features/mail-links/mail-link-mail.ts';
import { contactMessageMail } from '../features/contact/contact-message-mail.ts';

/** The writer of each kind of mail. */
export const mailWriters: Record<MailKind, MailWriter> = {
  receipt: receiptMail,
  'payment-not-made': notMadeMail,
  estimate: estimateMail,
  invoice: invoiceMail,
  'pay-link': payLinkMail,
  registered: registeredMail,
  'registration-code': registrationCodeMail,
  'password-reset': passwordResetMail,
  'password-changed': passwordChangedMail,
  'email-changed': emailChangedMail,
  'identity-linked': identityLinkedMail,
  'contact-message': contactMessageMail,
  'login-locked': loginLockedMail,
  'login-slow': loginSlowMail,
  'consent-link': consentLinkMail,
  'mail-link': mailLinkMail,
  'confirm-address': confirmAddressMail,
  'login-address-changed': loginAddressChangedMail,
  'payment-alert': paymentAlertMail,
  'agreement-signed': agreementSignedMail,
  'agreement-signed-office': agreementOfficeMail,
  'agreement-code': agreementCodeMail,
};
