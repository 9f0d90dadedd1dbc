import {
  type AgreementAccount,
  type AgreementToSign,
  emailCodeDigits,
  longestSignerName,
  longestTypedName,
  sendAgreementEmailCode,
  signAgreement,
} from '@quayside/contract/agreement-signing.ts';
import { apiBase, callPath } from '@quayside/contract/call.ts';
import { longestEmail } from '@quayside/contract/common.ts';
import { useSearch } from '@tanstack/react-router';
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

/**
 * The form for signers without scripts: they type their name as signature, and the server makes the image. Only the
 * server draws it, so it is in no file that a browser loads.
 */
export function PlainSignForm({ agreement, account: { maskedEmail }, known }: Props) {
  const { t } = useTranslation();
  const { guid, orderGuid, referrer, problem, codeSent } = useSearch({ from: '/quick-sign/$id' });
  const needsCode = maskedEmail === null;
  const isCodeMissing = needsCode && !codeSent;
  const hidden = { guid: agreement.guid, account: guid, orderGuid, referrer, codeSent };
  const problems: Readonly<Record<string, string>> = {
    SIGNER_EMAIL_UNKNOWN: needsCode ? 'agreements.emailWrongCode' : 'agreements.emailUnknown',
    AGREEMENT_CHANGED: 'agreements.changed',
    SIGNATURE_UNUSABLE: 'agreements.typedUnusable',
    TOO_MANY_REQUESTS: 'agreements.tooManyTries',
    FOREIGN_ORIGIN: 'form.senderUnknown',
  };
  const unknown = problem === 'SIGNER_EMAIL_UNKNOWN' ? t(problems.SIGNER_EMAIL_UNKNOWN ?? '') : undefined;
  const email = (
    <PlainField
      name="email"
      type="email"
      label={t('agreements.email')}
      hint={needsCode ? t('agreements.emailAny') : t('agreements.emailOnFile', { email: maskedEmail })}
      error={needsCode ? undefined : unknown}
      defaultValue={known.email}
      autoComplete="email"
      maxLength={longestEmail}
      required
    />
  );

  return (
    <Card title={t('agreements.signTitle')}>
      {problem && (
        <Alert kind="error" title={t('agreements.notSigned')}>
          {t(problems[problem] ?? 'agreements.fieldsWrong')}
        </Alert>
      )}
      {codeSent && <Alert kind="info" title={t('agreements.codeSent')} />}
      {isCodeMissing && (
        <form className={formStyles.form} method="post" action={codePath(agreement.guid)}>
          <Hidden fields={hidden} />
          {email}
          <div>
            <Button type="submit">{t('agreements.codeSend')}</Button>
          </div>
        </form>
      )}
      {!isCodeMissing && (
        <form className={formStyles.form} method="post" action={apiBase + signAgreement.path}>
          <Hidden fields={{ ...hidden, documentHash: agreement.documentHash }} />
          {hasToRead(agreement) && (
            <label className={styles.choice}>
              <input type="checkbox" required />
              <span>{t('agreements.iHaveRead')}</span>
            </label>
          )}
          {email}
          {needsCode && (
            <PlainField
              name="emailCode"
              label={t('agreements.code')}
              hint={t('agreements.codeHint')}
              error={unknown}
              autoComplete="one-time-code"
              maxLength={emailCodeDigits}
              pattern={`\\d{${emailCodeDigits}}`}
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

const codePath = (guid: string) => apiBase + callPath(sendAgreementEmailCode, { params: { guid } });

/** Returns the address of the page as it was before a code was sent. */
function pageOf(search: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(search).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return `?${new URLSearchParams(given).toString()}`;
}

/** The fields with which the answer's redirect leads back to the same page. */
function Hidden({ fields }: { fields: Readonly<Record<string, string | null | undefined>> }) {
  return Object.entries(fields).map(
    ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
  );
}
