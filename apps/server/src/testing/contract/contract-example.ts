import type { Call, CallInput } from '@quayside/contract/shared/call.ts';
import type { ContractFixture } from './contract-fixture.ts';

/** Valid input of a call, about the owner's things. */
export interface Example {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  /** True for a form of another site. The form's own content decides, and its reader is redirected in any case. */
  isOthersForm?: true;
  /** The status for the owner. Default: 200. */
  status?: number;
  /** True if the input names nothing private: a neighbour gets the same answer as the owner. */
  isEverybodys?: boolean;
  /** For a call that needs a key: the same input with an invalid key, and its refusal. */
  wrongKey?: WrongKey;
  /** Fields that accept any words and have an effect. */
  freeText?: readonly string[];
}

interface WrongKey {
  example: Pick<Example, 'params' | 'query' | 'body'>;
  status: number;
  /** Left out if the call redirects its reader in any case. */
  errorCode?: string;
}

/** Returns an example as the input of a call whose type is not known here. */
export const inputOf = (example: Example | undefined): CallInput<Call> => example as unknown as CallInput<Call>;

/** Examples by the names of their calls. */
export type Examples = Record<string, (fixture: ContractFixture) => Example>;

export const nobodysGuid = '00000000-0000-4000-8000-000000000000';

/**
 * A key that opens nothing. The guid of an account is the key of its consents, and an agreement's guid the key of
 * the agreement; this guid belongs to nobody.
 */
export const nobody = (body?: Record<string, unknown>): WrongKey => ({
  example: { params: { guid: nobodysGuid }, ...(body ? { body } : {}) },
  status: 404,
  errorCode: 'NOT_FOUND',
});
