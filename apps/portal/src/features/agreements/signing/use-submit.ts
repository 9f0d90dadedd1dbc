import { signAgreement } from '@quayside/contract/agreement-signing.ts';
import type { CallAnswer, CallInput } from '@quayside/contract/call.ts';
import { useRef } from 'react';
import { api } from '../../../lib/api.ts';

type Body = CallInput<typeof signAgreement>['body'];

/**
 * Signs. If no answer came and the same content is sent again, it has the same key and signs only once (decision
 * C4.10).
 */
export function useSubmit(): (body: Body) => Promise<CallAnswer<typeof signAgreement>['agreement']> {
  const last = useRef({ text: '', idempotencyKey: '' });
  return async (body) => {
    const text = JSON.stringify(body);
    if (last.current.text !== text) last.current = { text, idempotencyKey: crypto.randomUUID() };
    const { agreement } = await api(signAgreement, { body }, { idempotencyKey: last.current.idempotencyKey });
    return agreement;
  };
}
