import type { AgreementAccount, AgreementToSign } from '@quayside/contract/agreement-signing.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiError, hasCode } from '../../../lib/api-error.ts';
import { failureMessage } from '../../../lib/failures.ts';
import { Alert } from '../../../ui/message/alert.tsx';
import { Focused } from '../../../ui/page/focused.tsx';
import { DownloadButton } from '../download-button.tsx';
import { refreshAfterSigning } from './refresh-after-signing.ts';
import { SignForm, type SignFormProps, type Submitted } from './sign-form.tsx';
import styles from './signing.module.css';
import { useSubmit } from './use-submit.ts';

interface Props {
  agreement: AgreementToSign;
  account: AgreementAccount;
  known: SignFormProps['known'];
  /** Loads the agreement again. */
  onChanged: () => Promise<unknown>;
  /** Shown beside the text. */
  aids?: ReactNode;
  /** The next links: after signing, if somebody else has signed before, and if signing is no longer possible. */
  whenSigned: ReactNode;
  /** The button to the next thing to do after signing. */
  nextStep?: ReactNode;
  whenSignedBefore?: ReactNode;
  whenClosed?: ReactNode;
}

type End = 'signed' | { refusal: ApiError };

/** The flow from reading to signed. A failure keeps the form as it is; a changed text is loaded again. */
export function Signing(props: Props) {
  const { agreement, account, known, onChanged } = props;
  const sign = useSubmit();
  const [end, setEnd] = useState<End>();
  const [change, setChange] = useState<ApiError>();

  const submit = async (submitted: Submitted) => {
    setChange(undefined);
    await sign({ ...submitted, guid: agreement.guid, documentHash: agreement.documentHash });
    setEnd('signed');
    await refreshAfterSigning();
  };
  const reload = async (error: ApiError) => {
    await onChanged();
    setChange(error);
  };

  if (end === 'signed') {
    return (
      <Signed guid={agreement.guid} nextStep={props.nextStep}>
        {props.whenSigned}
      </Signed>
    );
  }
  if (end) {
    const { refusal } = end;
    return (
      <Closed message={failureMessage(refusal)}>
        {hasCode(refusal, 'ALREADY_SIGNED') ? props.whenSignedBefore : props.whenClosed}
      </Closed>
    );
  }
  return (
    <>
      {change && (
        <Focused>
          <Alert kind="warning" title={failureMessage(change)} />
        </Focused>
      )}
      <SignForm
        agreement={agreement}
        account={account}
        known={known}
        aids={props.aids}
        onSubmit={submit}
        onChanged={reload}
        onClosed={(refusal) => setEnd({ refusal })}
      />
    </>
  );
}

function Signed({ guid, nextStep, children }: { guid: string; nextStep: ReactNode; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Focused>
      <div className={styles.end}>
        <Alert kind="success" title={t('agreements.thanksTitle')}>
          {t('agreements.thanksText')}
        </Alert>
        <div className={styles.ways}>
          {nextStep}
          <DownloadButton guid={guid} variant={nextStep ? 'default' : 'filled'} />
          {children}
        </div>
      </div>
    </Focused>
  );
}

/** Replaces the form and tells why nothing can be signed. */
export function Closed({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <Focused>
      <div className={styles.end}>
        <Alert kind="info" title={message} />
        {children && <div className={styles.ways}>{children}</div>}
      </div>
    </Focused>
  );
}
