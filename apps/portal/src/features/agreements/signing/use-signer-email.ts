import { sendAgreementEmailCode, validateAgreementEmail } from '@quayside/contract/agreements/agreement-signing.ts';
import { isEmailAddress } from '@quayside/contract/shared/common.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/calls/api.ts';
import { callQuery } from '../../../lib/queries/call-query.ts';
import { useDebounced } from '../../../lib/lists/use-debounced.ts';
import type { SignerValues } from './use-signature.ts';

/** The time that an address must stay unchanged before the server is asked, in ms. */
const debounceMs = 750;

const mailedCode = /^\d{6}$/;

type State = 'empty' | 'malformed' | 'checking' | 'valid' | 'needsCode' | 'wrongCode' | 'unknown' | 'failed';

export interface SignerEmail {
  /** Only `valid` allows signing. */
  state: State;
  /** The customer's name. Undefined until the right address is given. */
  customerName: string | undefined;
  /** The error of a failed check. */
  error: unknown;
  retry: () => unknown;
  /** The typed code, if only a code can prove the address. */
  code: string | undefined;
  /** True if a code was mailed to the address that is typed now. */
  isCodeSent: boolean;
  sendCode: () => Promise<void>;
}

/**
 * Checks if somebody may sign under an address. A known address is checked at once (decision C2.52). A typed one is
 * checked after it has not changed for a while.
 */
export function useSignerEmail(guid: string, values: SignerValues): SignerEmail {
  const email = values.email.trim();
  const [sentTo, setSentTo] = useState<string>();
  const settledEmail = useDebounced(email, debounceMs);
  const isSettled = settledEmail === email;
  const code = sentTo === email && mailedCode.test(values.emailCode) ? values.emailCode : undefined;
  const body = { email: settledEmail, ...(code === undefined ? {} : { emailCode: code }) };
  const { data, error, isFetching, refetch } = useQuery({
    ...callQuery(validateAgreementEmail, { params: { guid }, body }),
    enabled: isSettled && isEmailAddress(settledEmail),
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
