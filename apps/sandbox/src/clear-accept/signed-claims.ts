import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';

const ApiClaims = z.object({ use: z.literal('api'), merchantAccountId: z.string(), expiresAt: z.number() });
const FieldClaims = z.object({ use: z.literal('fields'), paymentRequestId: z.string(), expiresAt: z.number() });

/** Returns the claims of an API bearer token; undefined if the sandbox did not sign it. */
export const readApiClaims = ({ secrets }: Sandbox, token: string) => ApiClaims.safeParse(secrets.verify(token)).data;

/** Returns the claims of a field token; undefined if the sandbox did not sign it. */
export const readFieldClaims = ({ secrets }: Sandbox, token: string) =>
  FieldClaims.safeParse(secrets.verify(token)).data;
