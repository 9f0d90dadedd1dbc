import { sendAgreementEmailCode, validateAgreementEmail } from '@quayside/contract/agreement-signing.ts';
import { isEmailAddress } from '@quayside/contract/common.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { useSettled } from '../../../lib/settled.ts';
import type { SignerValues } from './signer-values.ts';

/** How long an address has to stay as it is before the server is asked. */
const settlingMs = 750;

const mailedCode = /^\d{6}$/;

type State = 'empty' | 'malformed' | 'checking' | 'valid' | 'needsCode' | 'wrongCode' | 'unknown' | 'failed';

export interface SignerEmail {
  /** Only `valid` is: an address that is refused, can't be checked or isn't there is not. */
  state: State;
  /** Whose agreement it is, as whoever gave the right address may know. */
  customerName: string | undefined;
  /** Why it could not be checked. */
  error: unknown;
  retry: () => unknown;
  /** The code that proves it, where only a code can. */
  code: string | undefined;
  /** Whether a code was mailed to what is typed now. */
  isCodeSent: boolean;
  sendCode: () => Promise<void>;
}

/**
 * Whether somebody may sign under an address. One that is there from the beginning is checked at once (decision C2.52),
 * one that is typed when it has stayed the same for so long.
 */
export function useSignerEmail(guid: string, values: SignerValues): SignerEmail {
  const email = values.email.trim();
  const [sentTo, setSentTo] = useState<string>();
  const asked = useSettled(email, settlingMs);
  const isSettled = asked === email;
  const code = sentTo === email && mailedCode.test(values.emailCode) ? values.emailCode : undefined;
  const body = { email: asked, ...(code === undefined ? {} : { emailCode: code }) };
  const { data, error, isFetching, refetch } = useQuery({
    ...callQuery(validateAgreementEmail, { params: { guid }, body }),
    enabled: isSettled && isEmailAddress(asked),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { showsFailure: true },
  });

  const state = (): State => {
    if (email === '') return 'empty';
    if (!isSettled) return 'checking';
    if (!isEmailAddress(email)) return 'malformed';
    if (isFetching) return 'checking';
    if (error) return 'failed';
    if (data?.isValid) return 'valid';
    if (data?.needsCode) return code === undefined ? 'needsCode' : 'wrongCode';
    return 'unknown';
  };
  const sendCode = async () => {
    await api(sendAgreementEmailCode, { params: { guid }, body: { email } });
    setSentTo(email);
  };
  const customerName = state() === 'valid' ? (data?.titledFullName ?? undefined) : undefined;
  return { state: state(), customerName, error, retry: refetch, code, isCodeSent: sentTo === email, sendCode };
}
