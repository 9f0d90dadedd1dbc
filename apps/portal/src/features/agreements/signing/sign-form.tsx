import {
  type AgreementAccount,
  type AgreementToSign,
  longestSignerName,
} from '@quayside/contract/agreements/agreement-signing.ts';
import { type ReactNode, useId, useState } from 'react';
import type { ApiError } from '../../../lib/calls/api-error.ts';
import type { Failures } from '../../../lib/actions/use-action.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { Card } from '../../../ui/card.tsx';
import { Form, SubmitButton, useFormState } from '../../../ui/form/form.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { UnsavedChanges } from '../../../ui/form/unsaved-changes.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Declaration } from './declaration.tsx';
import { EmailPart } from './email-part.tsx';
import { SignaturePart } from './signature-part.tsx';
import styles from './signing.module.css';
import { SigningSteps } from './signing-steps.tsx';
import { hasToRead } from './reading.ts';
import { useReading } from './use-reading.ts';
import { isStarted, imageOf, isUsable, type Signature, type SignerValues, useSignature } from './use-signature.ts';
import { useSignerEmail } from './use-signer-email.ts';

/** The signature as it is sent. */
export interface Submitted {
  email: string;
  emailCode: string | null;
  fullName: string;
  method: 'drawn' | 'typed';
  signature: string;
}

export interface SignFormProps {
  agreement: AgreementToSign;
  account: Pick<AgreementAccount, 'maskedEmail'>;
  /** The portal's facts about the signer. A known name can't be changed (decision C2.51). */
  known: { email: string; fullName: string; isNameWhole: boolean };
  /** Shown above the text. */
  aboveText?: ReactNode;
  /** The form for readers without scripts. */
  withoutScripts?: ReactNode;
  onSubmit: (submitted: Submitted) => Promise<void>;
  /** The text has changed. */
  onChanged: (error: ApiError) => Promise<void>;
  /** Nothing can be signed here any more (decisions C4.10, C4.12). */
  onClosed: (error: ApiError) => void;
}

/** The form: read, identify yourself, sign. */
export function SignForm({
  agreement,
  account,
  known,
  aboveText,
  withoutScripts,
  onSubmit,
  onChanged,
  onClosed,
}: SignFormProps) {
  const { t } = useTranslation();
  const missingId = useId();
  const [refused, setRefused] = useState<Signature>();
  const form = useForm<SignerValues>({
    initialValues: { email: known.email, fullName: known.fullName, emailCode: '', typedName: '' },
    validate: {},
  });
  const isEmpty = !hasToRead(agreement);
  const reading = useReading({ isEmpty, shown: agreement.documentHash });
  const signerEmail = useSignerEmail(agreement.guid, form.values);
  const model = useSignature(form);
  const { signature } = model;

  const { customerName } = signerEmail;
  // Shows initials until the address is valid. Then it shows the name that is signed with.
  const fullName = known.fullName !== '' && !known.isNameWhole ? customerName : form.values.fullName;
  const signedName = (fullName ?? '').trim();
  const shown = { ...form, values: { ...form.values, fullName: fullName ?? known.fullName } };

  const isEmailValid = signerEmail.state === 'valid';
  const isActive = reading.isRead && isEmailValid;
  const isTooShort = refused?.strokes === signature.strokes && refused.name === signature.name;
  const isComplete = isActive && isStarted(signature) && signedName !== '';

  const beforeSigning = isEmpty ? 'agreements.missingWithoutText' : 'agreements.missing';
  const whileSigning = isComplete ? 'agreements.evidence' : 'agreements.missingSignature';
  const whatIsMissing = isActive ? whileSigning : beforeSigning;

  const submit = async ({ email }: SignerValues) => {
    setRefused(isUsable(signature) ? undefined : signature);
    if (!isUsable(signature)) return;
    const signer = { email: email.trim(), emailCode: signerEmail.code ?? null, fullName: signedName };
    await onSubmit({ ...signer, method: signature.method, signature: await imageOf(signature) });
  };

  const failures: Failures = {
    ALREADY_SIGNED: onClosed,
    AGREEMENT_WITHDRAWN: onClosed,
    AGREEMENT_EXPIRED: onClosed,
    AGREEMENT_CHANGED: async (error) => {
      await onChanged(error);
      // A changed text needs a new signature.
      model.clear();
    },
    // An error of the server does not tell if the signature was stored.
    INTERNAL_ERROR: { title: 'agreements.signUnanswered' },
    UNAVAILABLE: { title: 'agreements.signUnanswered' },
    other: { title: 'agreements.notSigned' },
    unanswered: { title: 'agreements.signUnanswered', text: 'agreements.signUnansweredText' },
  };

  return (
    <div className={styles.parts}>
      <div data-needs-scripts>
        <SigningSteps isEmpty={isEmpty} isRead={reading.isRead} isEmailValid={isEmailValid} />
      </div>
      {aboveText}
      <Declaration agreement={agreement} reading={reading} />
      <div data-needs-scripts>
        <Card title={t('agreements.signTitle')}>
          <Form form={form} onSubmit={submit} failures={failures}>
            <EmailPart form={form} signerEmail={signerEmail} maskedEmail={account.maskedEmail} />
            <TextField
              form={shown}
              name="fullName"
              label={t('agreements.fullName')}
              autoComplete="name"
              maxLength={longestSignerName}
              readOnly={known.fullName !== ''}
              disabled={known.fullName === '' && !isActive}
              required
            />
            <SignaturePart form={form} model={model} isActive={isActive} isTooShort={isTooShort} />
            <div className={styles.submit}>
              <SubmitButton processing={t('agreements.signing')} disabled={!isComplete} describedBy={missingId}>
                {t('agreements.sign')}
              </SubmitButton>
              <p id={missingId} className={styles.quiet}>
                {t(whatIsMissing)}
              </p>
            </div>
            <UnsentSignature isThere={isStarted(signature)} />
          </Form>
        </Card>
      </div>
      {withoutScripts}
    </div>
  );
}

const leaving = {
  title: 'agreements.leaveTitle',
  text: 'agreements.leaveText',
  leave: 'agreements.leave',
  stay: 'agreements.stay',
};

/** Asks before a signature is lost that is not sent yet. Near the edge of a phone a stroke may be taken for Back. */
function UnsentSignature({ isThere }: { isThere: boolean }) {
  const { isRunning } = useFormState();
  return <UnsavedChanges isUnsaved={() => isThere && !isRunning} words={leaving} mayAsk={isThere} />;
}
