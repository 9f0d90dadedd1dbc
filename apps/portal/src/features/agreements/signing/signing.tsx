import {
  type AgreementAccount,
  type AgreementToSign,
  signAgreement,
} from '@quayside/contract/agreements/agreement-signing.ts';
import type { CallAnswer, CallInput } from '@quayside/contract/shared/call.ts';
import { type ReactNode, useRef, useState } from 'react';
import { api } from '../../../lib/calls/api.ts';
import { ApiError, hasCode } from '../../../lib/calls/api-error.ts';
import { failureMessage } from '../../../lib/errors/failures.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { Alert } from '../../../ui/message/alert.tsx';
import { Focused } from '../../../ui/page/focused.tsx';
import { AgreementPdfButton } from '../agreement-pdf-button.tsx';
import { SignForm, type SignFormProps, type Submitted } from './sign-form.tsx';
import styles from './signing.module.css';

interface Props {
  agreement: AgreementToSign;
  account: AgreementAccount;
  known: SignFormProps['known'];
  /** Loads the agreement again. */
  onChanged: () => Promise<unknown>;
  /** Shown above the text: the way back, orders and the download. */
  aboveText?: ReactNode;
  /** The form for readers without scripts. */
  withoutScripts?: ReactNode;
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
    // A signature changes agreements, orders that it lets pay, the estimate that it answers, and what is left to do.
    await queryClient.invalidateQueries();
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
        aboveText={props.aboveText}
        withoutScripts={props.withoutScripts}
        onSubmit={submit}
        onChanged={reload}
        onClosed={(refusal) => setEnd({ refusal })}
      />
    </>
  );
}

/** Thanks, with the paper and the next things to do. */
export function Signed({ guid, nextStep, children }: { guid: string; nextStep?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Focused>
      <div className={styles.end}>
        <Alert kind="success" title={t('agreements.thanksTitle')}>
          {t('agreements.thanksText')}
        </Alert>
        <div className={styles.ways}>
          {nextStep}
          <AgreementPdfButton guid={guid} variant={nextStep ? 'default' : 'filled'} />
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

type Body = CallInput<typeof signAgreement>['body'];

const secondTryAfterMs = 2_000;

/**
 * Signs. The same content that is sent again has the same key, so it signs only once (decision C4.10). After an error
 * of the server or of a proxy, which may have signed, it is sent once more before anybody is told.
 */
function useSubmit(): (body: Body) => Promise<CallAnswer<typeof signAgreement>['agreement']> {
  const last = useRef({ text: '', idempotencyKey: '' });
  return async (body) => {
    const text = JSON.stringify(body);
    if (last.current.text !== text) last.current = { text, idempotencyKey: crypto.randomUUID() };
    const { idempotencyKey } = last.current;
    const send = () => api(signAgreement, { body }, { idempotencyKey });
    const { agreement } = await send().catch(async (error) => {
      if (!(error instanceof ApiError) || error.status < 500) throw error;
      await new Promise((resolve) => setTimeout(resolve, secondTryAfterMs));
      return send();
    });
    return agreement;
  };
}
