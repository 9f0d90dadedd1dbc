import { emailCodeDigits } from '@quayside/contract/agreements/agreement-signing.ts';
import { longestEmail } from '@quayside/contract/shared/common.ts';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useId } from 'react';
import { failureMessage } from '../../../lib/errors/failures.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { EmailField } from '../../../ui/form/email-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import type { FormModel } from '../../../ui/form/use-form.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import styles from './email-part.module.css';
import type { SignerValues } from './use-signature.ts';
import type { SignerEmail } from './use-signer-email.ts';

interface Props {
  form: FormModel<SignerValues>;
  signerEmail: SignerEmail;
  /** Null if no address is on file. */
  maskedEmail: string | null;
}

/** The signer's address, the result of its check, and the code if only a code can prove the address. */
export function EmailPart({ form, signerEmail, maskedEmail }: Props) {
  const { t } = useTranslation();
  const { state, retry } = signerEmail;
  const resultId = useId();
  const mayNeedCode = maskedEmail === null && state !== 'empty' && state !== 'malformed';
  return (
    <div className={styles.part}>
      <EmailField
        form={form}
        name="email"
        label={t('agreements.email')}
        hint={maskedEmail === null ? t('agreements.emailAny') : t('agreements.emailOnFile', { email: maskedEmail })}
        autoComplete="email"
        maxLength={longestEmail}
        describedBy={resultId}
        required
      />
      <output id={resultId} className={styles.result} data-state={state === 'wrongCode' ? 'needsCode' : state}>
        <Result signerEmail={signerEmail} />
      </output>
      {state === 'failed' && (
        <ActionButton variant="default" processing={t('general.retrying')} onAction={retry}>
          {t('general.retry')}
        </ActionButton>
      )}
      {mayNeedCode && <MailedCode form={form} signerEmail={signerEmail} />}
    </div>
  );
}

function Result({ signerEmail: { state, error, isCodeSent } }: Pick<Props, 'signerEmail'>) {
  const { t } = useTranslation();
  switch (state) {
    case 'empty':
      return null;
    case 'needsCode':
    case 'wrongCode':
      return t(isCodeSent ? 'agreements.codeSent' : 'agreements.emailNeedsCode');
    case 'checking':
      return (
        <>
          <Spinner />
          {t('agreements.emailChecking')}
        </>
      );
    case 'valid':
      return (
        <>
          <IconCircleCheck size={18} aria-hidden="true" />
          {t('agreements.emailValid')}
        </>
      );
    default:
      return (
        <>
          <IconAlertCircle size={18} aria-hidden="true" />
          {state === 'failed' ? failureMessage(error) : t(problems[state])}
        </>
      );
  }
}

const problems = {
  malformed: 'login.emailInvalid',
  unknown: 'agreements.emailUnknown',
} as const;

/** Mails a code to an address that the marina doesn't know, to prove it. */
function MailedCode({ form, signerEmail: { state, isCodeSent, sendCode } }: Omit<Props, 'maskedEmail'>) {
  const { t } = useTranslation();
  const resultId = useId();
  return (
    <>
      {isCodeSent && (
        <>
          <TextField
            form={form}
            name="emailCode"
            label={t('agreements.code')}
            hint={t('agreements.codeHint')}
            autoComplete="one-time-code"
            maxLength={emailCodeDigits}
            inputMode="numeric"
            describedBy={resultId}
          />
          <output id={resultId} className={styles.result} data-state={state}>
            {state === 'wrongCode' && (
              <>
                <IconAlertCircle size={18} aria-hidden="true" />
                {t('agreements.emailWrongCode')}
              </>
            )}
          </output>
        </>
      )}
      <div>
        <ActionButton variant="default" processing={t('agreements.codeSending')} onAction={sendCode}>
          {t(isCodeSent ? 'agreements.codeAgain' : 'agreements.codeSend')}
        </ActionButton>
      </div>
    </>
  );
}
