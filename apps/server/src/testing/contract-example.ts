import type { World } from './contract-world.ts';

/** Valid input of a call, about the owner's things. */
export interface Example {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  /** Another site's form: it decides what is in it, and its reader is led on whatever that is. */
  isOthersForm?: true;
  /** What the owner gets; 200 unless said. */
  status?: number;
  /** Names nothing of anybody's: a neighbour gets the same as the owner. */
  isEverybodys?: boolean;
  /** For a call that asks for a key: the same with one that opens nothing, and how that is refused. */
  wrongKey?: { example: Pick<Example, 'params' | 'query' | 'body'>; status: number; errorCode: string };
  /** Fields in which any words are welcome, and do something. */
  freeText?: readonly string[];
}

/** Of calls, by their names. */
export type Examples = Record<string, (world: World) => Example>;

export const nobodysGuid = '00000000-0000-4000-8000-000000000000';

/** The guid of an account is the key of its consents, an agreement's that of the agreement; this one is of none. */
export const nobody = (body?: Record<string, unknown>): Example['wrongKey'] => ({
  example: { params: { guid: nobodysGuid }, ...(body ? { body } : {}) },
  status: 404,
  errorCode: 'NOT_FOUND',
});
