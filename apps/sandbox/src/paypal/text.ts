import { z } from 'zod';
import { isText } from '../http/text.ts';

/** A text of a request. PayPal counts its limits in ASCII characters, so that "é" takes two. */
export const text = (most: number) =>
  z
    .string()
    .min(1)
    .refine(isText, 'Half a character')
    .check(({ value, issues }) => {
      const tooBig = { code: 'too_big', origin: 'string', maximum: most, input: value } as const;
      if (Buffer.byteLength(value) > most) issues.push(tooBig);
    });
