import { checkRenewalToken, longestRenewalToken } from '@quayside/contract/identity/registration.ts';
import type { CallAnswer } from '@quayside/contract/shared/call.ts';
import { useEffect, useRef } from 'react';
import { callQuery } from '../../lib/queries/call-query.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Form, SubmitButton } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { filled, useForm } from '../../ui/form/use-form.ts';

export interface RenewalCodeFormProps {
  /** A code from the address. It is filled in and tried once (decision C2.29). */
  givenCode: string;
  onOpened: (opened: CallAnswer<typeof checkRenewalToken>) => unknown;
  onAlreadyRegistered: () => unknown;
}

/** Asks for the registration code. Every error except ALREADYREGISTERED marks it as invalid. */
export function RenewalCodeForm({ givenCode, onOpened, onAlreadyRegistered }: RenewalCodeFormProps) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { renewalToken: givenCode },
    validate: { renewalToken: filled('registration.codeRequired') },
  });

  const check = ({ renewalToken }: { renewalToken: string }) => {
    const query = callQuery(checkRenewalToken, { query: { renewalToken } });
    return queryClient.fetchQuery({ ...query, staleTime: 0, meta: { showsFailure: true } });
  };
  const notFound = { title: 'registration.codeNotFound', fields: { renewalToken: 'registration.codeNotFound' } };

  return (
    <Form
      form={form}
      onSubmit={check}
      onDone={onOpened}
      failures={{
        ALREADYREGISTERED: onAlreadyRegistered,
        CODE_NOT_FOUND: { ...notFound, text: 'registration.codeNotFoundHelp' },
        other: notFound,
        unanswered: {},
        unsent: {},
      }}
    >
      {givenCode !== '' && <SubmitOnce />}
      <TextField
        form={form}
        name="renewalToken"
        label={t('registration.code')}
        hint={t('registration.codeHint')}
        autoComplete="one-time-code"
        maxLength={longestRenewalToken}
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
