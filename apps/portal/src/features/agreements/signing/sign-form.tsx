import type { AgreementAccount, AgreementToSign } from '@quayside/contract/agreement-signing.ts';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureMessage } from '../../../lib/failures.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Card } from '../../../ui/card.tsx';
import { Form, SubmitButton } from '../../../ui/form.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { Declaration } from './declaration.tsx';
import { EmailPart } from './email-part.tsx';
import { exists, imageOf, isUsable, type Signature } from './signature.ts';
import { SignaturePart } from './signature-part.tsx';
import type { SignerValues } from './signer-values.ts';
import styles from './signing.module.css';
import { SigningSteps } from './signing-steps.tsx';
import { useReading } from './use-reading.ts';
import { useSignature } from './use-signature.ts';
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
  /** Shown beside the text. */
  aids?: ReactNode;
  /** Throws the error that the form shows. */
  onSubmit: (submitted: Submitted) => Promise<'signed' | 'closed' | 'changed'>;
}

/** The form: read, identify yourself, sign. */
export function SignForm({ agreement, account, known, aids, onSubmit }: SignFormProps) {
  const { t } = useTranslation();
  const missingId = useId();
  const [failure, setFailure] = useState<{ error: unknown }>();
  const [refused, setRefused] = useState<Signature>();
  const form = useForm<SignerValues>({
    initialValues: { email: known.email, fullName: known.fullName, emailCode: '', typedName: '' },
    validate: {},
  });
  const reading = useReading(agreement.declarationText ?? '');
  const signerEmail = useSignerEmail(agreement.guid, form.values);
  const model = useSignature(form);
  const { signature } = model;

  const { customerName } = signerEmail;
  // Shows initials until the address is valid. Then it shows the name that is signed with.
  const fullName = known.fullName !== '' && !known.isNameWhole ? customerName : form.values.fullName;
  const shown = { ...form, values: { ...form.values, fullName: fullName ?? known.fullName } };

  const isEmailValid = signerEmail.state === 'valid';
  const isActive = reading.isRead && isEmailValid;
  const isTooShort = refused?.strokes === signature.strokes && refused.name === signature.name;
  const isComplete = isActive && exists(signature) && (fullName ?? '').trim() !== '';

  const submit = async ({ email }: SignerValues) => {
    setFailure(undefined);
    setRefused(isUsable(signature) ? undefined : signature);
    if (!isUsable(signature)) return;
    const signer = { email: email.trim(), emailCode: signerEmail.code ?? null, fullName: (fullName ?? '').trim() };
    try {
      const end = await onSubmit({ ...signer, method: signature.method, signature: await imageOf(signature) });
      // A changed text needs a new signature.
      if (end === 'changed') model.clear();
    } catch (error) {
      setFailure({ error });
    }
  };

  return (
    <div className={styles.parts}>
      <SigningSteps isRead={reading.isRead} isEmailValid={isEmailValid} />
      {aids}
      <Declaration agreement={agreement} reading={reading} />
      <Card title={t('agreements.signTitle')}>
        <Form form={form} onSubmit={submit}>
          {failure && (
            <Alert kind="error" title={t('agreements.notSigned')}>
              {failureMessage(failure.error)}
            </Alert>
          )}
          <EmailPart form={form} signerEmail={signerEmail} maskedEmail={account.maskedEmail} />
          <TextField
            form={shown}
            name="fullName"
            label={t('agreements.fullName')}
            autoComplete="name"
            maxLength={200}
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
              {isComplete ? t('agreements.evidence') : t('agreements.missing')}
            </p>
          </div>
        </Form>
      </Card>
    </div>
  );
}
