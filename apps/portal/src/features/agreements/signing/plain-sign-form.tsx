import {
  type AgreementAccount,
  type AgreementToSign,
  emailCodeDigits,
  longestSignerName,
  longestTypedName,
  sendAgreementEmailCode,
  signAgreement,
} from '@quayside/contract/agreements/agreement-signing.ts';
import { apiBase, callPath } from '@quayside/contract/shared/call.ts';
import { longestEmail } from '@quayside/contract/shared/common.ts';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import formStyles from '../../../ui/form/form.module.css';
import { PlainField } from '../../../ui/form/plain-field.tsx';
import { Alert } from '../../../ui/message/alert.tsx';
import { hasToRead } from './reading.ts';
import type { SignFormProps } from './sign-form.tsx';
import styles from './signing.module.css';

interface Props {
  agreement: AgreementToSign;
  account: AgreementAccount;
  known: SignFormProps['known'];
}

/** The ends of the forms below, in the address of their page. */
export interface PlainSignEnd {
  /** The code of a failure. */
  problem?: string | undefined;
  /** Set once a code was mailed. */
  codeSent?: string | undefined;
}

/** The texts of the codes that an answer of a form leads back with. */
const problemTexts: Readonly<Record<string, string>> = {
  AGREEMENT_CHANGED: 'agreements.changed',
  SIGNATURE_UNUSABLE: 'agreements.typedUnusable',
  TOO_MANY_REQUESTS: 'agreements.tooManyTries',
  FOREIGN_ORIGIN: 'form.senderUnknown',
  INTERNAL_ERROR: 'general.error',
  UNAVAILABLE: 'general.error',
};

/**
 * The form for signers without scripts: they type their name as signature, and the server makes the image. Only the
 * server draws it, so it is in no file that a browser loads.
 */
export function PlainSignForm(props: Props) {
  const { t } = useTranslation();
  const { agreement, account, known } = props;
  const { guid, orderGuid, referrer, problem, codeSent } = useSearch({ from: '/quick-sign/$id' });
  const needsCode = account.maskedEmail === null;
  const unknownEmail = needsCode ? 'agreements.emailWrongCode' : 'agreements.emailUnknown';
  const isUnknown = problem === 'SIGNER_EMAIL_UNKNOWN';
  const error = isUnknown ? t(unknownEmail) : undefined;
  const hidden = <Hidden fields={{ guid: agreement.guid, account: guid, orderGuid, referrer, codeSent }} />;
  const email = <EmailField account={account} known={known} error={needsCode ? undefined : error} />;

  return (
    <Card title={t('agreements.signTitle')}>
      {problem && (
        <Alert kind="error" title={t('agreements.notSigned')}>
          {t(isUnknown ? unknownEmail : (problemTexts[problem] ?? 'agreements.fieldsWrong'))}
        </Alert>
      )}
      {codeSent && <Alert kind="info" title={t('agreements.codeSent')} />}
      {needsCode && !codeSent ? (
        <form className={formStyles.form} method="post" action={codePath(agreement.guid)}>
          {hidden}
          {email}
          <div>
            <Button type="submit">{t('agreements.codeSend')}</Button>
          </div>
        </form>
      ) : (
        <form className={formStyles.form} method="post" action={apiBase + signAgreement.path}>
          {hidden}
          <Hidden fields={{ documentHash: agreement.documentHash }} />
          <Signature {...props} email={email} codeError={error} />
          <div className={styles.submit}>
            <Button type="submit">{t('agreements.sign')}</Button>
            <p className={styles.quiet}>{t('agreements.evidence')}</p>
            {codeSent && <a href={pageOf({ guid, orderGuid, referrer })}>{t('agreements.codeAgain')}</a>}
          </div>
        </form>
      )}
    </Card>
  );
}

function EmailField({
  account: { maskedEmail },
  known,
  error,
}: Omit<Props, 'agreement'> & { error?: string | undefined }) {
  const { t } = useTranslation();
  return (
    <PlainField
      name="email"
      type="email"
      label={t('agreements.email')}
      hint={maskedEmail === null ? t('agreements.emailAny') : t('agreements.emailOnFile', { email: maskedEmail })}
      error={error}
      defaultValue={known.email}
      autoComplete="email"
      maxLength={longestEmail}
      required
    />
  );
}

interface SignatureProps extends Props {
  email: ReactNode;
  codeError: string | undefined;
}

/** The fields of a signature: that the text was read, the address with its code, and the names. */
function Signature({ agreement, account: { maskedEmail }, known, email, codeError }: SignatureProps) {
  const { t } = useTranslation();
  return (
    <>
      {hasToRead(agreement) && (
        <label className={styles.choice}>
          <input type="checkbox" required />
          <span>{t('agreements.iHaveRead')}</span>
        </label>
      )}
      {email}
      {maskedEmail === null && (
        <PlainField
          name="emailCode"
          label={t('agreements.code')}
          hint={t('agreements.codeHint')}
          error={codeError}
          autoComplete="one-time-code"
          maxLength={emailCodeDigits}
          pattern={`\\d{${emailCodeDigits}}`}
          inputMode="numeric"
          required
        />
      )}
      <PlainField
        name="fullName"
        label={t('agreements.fullName')}
        // Initials are no name to sign with.
        defaultValue={known.isNameWhole ? known.fullName : ''}
        readOnly={known.isNameWhole && known.fullName !== ''}
        autoComplete="name"
        minLength={2}
        maxLength={longestSignerName}
        required
      />
      <PlainField
        name="typedName"
        label={t('agreements.typedName')}
        autoComplete="off"
        minLength={2}
        maxLength={longestTypedName}
        required
      />
    </>
  );
}

const codePath = (guid: string) => apiBase + callPath(sendAgreementEmailCode, { params: { guid } });

/** Returns the address of the page as it was before a code was sent. */
function pageOf(search: Readonly<Record<string, string | undefined>>): string {
  const parameters = Object.entries(search).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return `?${new URLSearchParams(parameters).toString()}`;
}

/** The fields with which the answer's redirect leads back to the same page. */
function Hidden({ fields }: { fields: Readonly<Record<string, string | null | undefined>> }) {
  return Object.entries(fields).map(
    ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
  );
}
