/** The parts of every checkout that others may use. */
export { AttemptActions } from './attempt-actions.tsx';
export { type PaymentEnd, type PaymentStep, giveUpEarlierAttempt } from './attempt.ts';
export { BankDialog } from './bank-dialog.tsx';
export { BankFormPage, BankReturnPage } from './bank-form-page.tsx';
export { CheckoutProblemAlert } from './checkout-problem-alert.tsx';
export { CardRefused, type CheckoutProblem, problemOf } from './checkout-problem.ts';
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
export { isClearRefusal } from './nothing-charged.ts';
export { type BilledOrder, PaidItems } from './paid-items.tsx';
export { reportIfOfScript, reportScriptFailure } from './report-script-failure.ts';
export { SetupFailureAlert } from './setup-failure-alert.tsx';
export { type OpenBankPage, useBankPage } from './use-bank-page.ts';
export { useCheckoutProblem } from './use-checkout-problem.ts';
export { useDriver, useProviderDocument } from './use-driver.ts';
export { useSetupFailure, useStartFailure } from './use-setup-failure.ts';
export { useUnfinishedAttempt } from './use-unfinished-attempt.ts';
