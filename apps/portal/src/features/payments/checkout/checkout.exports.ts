/** The parts of every checkout that others may use. */

export { giveUpEarlierAttempt, type PaymentEnd, type PaymentStep } from './attempt.ts';
export { AttemptActions } from './attempt-actions.tsx';
export { BankDialog, type OpenBankPage, useBankPage } from './bank-dialog.tsx';
export { BankFormPage, BankReturnPage } from './bank-form-page.tsx';
export { CardRefused, type CheckoutProblem, problemOf } from './checkout-problem.ts';
export { CheckoutProblemAlert } from './checkout-problem-alert.tsx';
export {
  type AuthenticationProfile,
  type ContactDetails,
  isContactNumber,
  profileFromAccount,
  profileFromInput,
} from './contact-details.ts';
export { default as dialogStyles } from './dialogs.module.css';
export { HeldNotices } from './held-notice.tsx';
export { InitialisationAlert } from './initialisation-alert.tsx';
export { type BilledOrder, PaidItems } from './paid-items.tsx';
export { reportIfOfScript, reportScriptFailure } from './report-script-failure.ts';
export { default as noticeStyles } from './notices.module.css';
export { SetupFailureAlert } from './setup-failure-alert.tsx';
export { untilLeft } from './until-left.ts';
export { useCheckoutProblem } from './use-checkout-problem.ts';
export { useDriver, useProviderDocument } from './use-driver.ts';
export { useSetupFailure, useStartFailure } from './use-setup-failure.ts';
export { useUnfinishedAttempt } from './use-unfinished-attempt.ts';
