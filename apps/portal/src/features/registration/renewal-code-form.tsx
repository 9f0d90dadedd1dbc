import { checkRenewalToken } from '@quayside/contract/registration.ts';
import type { CallAnswer } from '@quayside/contract/call.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCode } from '../../lib/api-error.ts';
import { callQuery } from '../../lib/call-query.ts';
import { failureMessage } from '../../lib/failures.ts';
import { queryClient } from '../../lib/query-client.ts';
import { Alert } from '../../ui/alert.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';

export interface RenewalCodeFormProps {
  /** A code from the address. It is filled in and tried once (decision C2.29). */
  givenCode: string;
  onOpened: (opened: CallAnswer<typeof checkRenewalToken>) => unknown;
  onAlreadyRegistered: () => unknown;
}

/** Asks for the registration code. Every error except ALREADYREGISTERED marks it as invalid. */
export function RenewalCodeForm({ givenCode, onOpened, onAlreadyRegistered }: RenewalCodeFormProps) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<{ error: unknown }>();
  const form = useForm({
    initialValues: { renewalToken: givenCode },
    validate: { renewalToken: (value) => (value.trim() === '' ? 'registration.codeRequired' : null) },
  });

  const check = async ({ renewalToken }: { renewalToken: string }) => {
    setFailure(undefined);
    try {
      const query = callQuery(checkRenewalToken, { query: { renewalToken } });
      await onOpened(await queryClient.fetchQuery({ ...query, staleTime: 0, meta: { showsFailure: true } }));
    } catch (error) {
      if (hasCode(error, 'ALREADYREGISTERED')) await onAlreadyRegistered();
      else {
        form.setErrors({ renewalToken: 'registration.codeNotFound' });
        setFailure({ error });
      }
    }
  };

  return (
    <Form form={form} onSubmit={check}>
      {givenCode !== '' && <SubmitOnce />}
      {failure && (
        <Alert kind="error" title={t('registration.codeNotFound')}>
          {hasCode(failure.error, 'CODE_NOT_FOUND')
            ? t('registration.codeNotFoundHelp')
            : failureMessage(failure.error)}
        </Alert>
      )}
      <TextField
        form={form}
        name="renewalToken"
        label={t('registration.code')}
        hint={t('registration.codeHint')}
        autoComplete="one-time-code"
        maxLength={60}
        required
      />
      <SubmitButton processing={t('registration.checking')} fullWidth>
        {t('registration.codeSubmit')}
      </SubmitButton>
    </Form>
  );
}

/** Submits the form around it once, when it is first rendered, as if its button were pressed. */
function SubmitOnce() {
  const mark = useRef<HTMLSpanElement>(null);
  const done = useRef(false);
  useEffect(() => {
    if (done.current) return;
    done.current = true;
    mark.current?.closest('form')?.requestSubmit();
  }, []);
  return <span ref={mark} hidden />;
}
