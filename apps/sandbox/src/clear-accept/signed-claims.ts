import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';

const ApiClaims = z.object({ use: z.literal('api'), merchantAccountId: z.string(), expiresAt: z.number() });
const FieldClaims = z.object({ use: z.literal('fields'), paymentRequestId: z.string(), expiresAt: z.number() });

/** What a bearer token of the API says; undefined where it is none of ours. */
export const readApiClaims = ({ secrets }: Sandbox, token: string) => ApiClaims.safeParse(secrets.verify(token)).data;

/** What a field token says; undefined where it is none of ours. */
export const readFieldClaims = ({ secrets }: Sandbox, token: string) =>
  FieldClaims.safeParse(secrets.verify(token)).data;
