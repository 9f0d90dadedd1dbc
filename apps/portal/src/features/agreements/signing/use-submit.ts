import { signAgreement } from '@quayside/contract/agreement-signing.ts';
import type { CallAnswer, CallInput } from '@quayside/contract/call.ts';
import { useRef } from 'react';
import { api } from '../../../lib/api.ts';

type Body = CallInput<typeof signAgreement>['body'];

/** Signs. What is sent again as it was, since no answer came, has the same key: it signs once (decision C4.10). */
export function useSubmit(): (body: Body) => Promise<CallAnswer<typeof signAgreement>['agreement']> {
  const last = useRef({ text: '', idempotencyKey: '' });
  return async (body) => {
    const text = JSON.stringify(body);
    if (last.current.text !== text) last.current = { text, idempotencyKey: crypto.randomUUID() };
    const { agreement } = await api(signAgreement, { body }, { idempotencyKey: last.current.idempotencyKey });
    return agreement;
  };
}
