import type { z } from 'zod';

/** The provider's error codes that the sandbox uses, with the HTTP status and the text of each. */
const catalogue = {
  '1007': { status: 500, message: 'An internal error occurred.' },
  '3006': { status: 402, message: 'The card has expired.' },
  '3007': { status: 402, message: 'The request failed the address check.' },
  '3009': { status: 402, message: 'The request was declined by the issuing bank.' },
  '3015': { status: 402, message: 'The bank asks to be called about this transaction.' },
  '3022': { status: 402, message: 'The card has been declined due to insufficient funds.' },
  '3023': { status: 402, message: 'The card has been declined due to its limits of use.' },
  '3024': { status: 402, message: 'The issuing bank does not permit this transaction for this card.' },
  '3044': { status: 402, message: 'You have submitted a duplicate request.' },
  '3060': { status: 402, message: 'The issuing bank asks for strong customer authentication.' },
  '3201': { status: 404, message: 'There is no authorization of that ID to settle.' },
  '3203': { status: 402, message: 'The authorization was settled in full or cancelled.' },
  '3204': { status: 402, message: 'The amount is more than what the authorization has left to settle.' },
  '3402': { status: 402, message: 'The amount is more than what the settlement has left to refund.' },
  '3404': { status: 402, message: 'The settlement was refunded in full.' },
  '3406': { status: 402, message: 'The settlement is not batched yet, so it has no settled funds to refund.' },
  '3407': { status: 400, message: 'There is no settlement of that ID to refund.' },
  '3415': { status: 402, message: 'The transaction is no longer pending and cannot be cancelled.' },
  '3500': { status: 400, message: 'There is no authorization of that confirmation number to reverse.' },
  '3501': { status: 402, message: 'The amount is more than what the authorization has left to reverse.' },
  '3502': { status: 402, message: 'The authorization was settled and cannot be reversed.' },
  '4001': { status: 402, message: 'The card is in the negative database.' },
  '4002': { status: 402, message: 'The request was declined by the risk department.' },
  '5016': { status: 400, message: 'The merchant account you provided cannot be found.' },
  '5023': { status: 400, message: 'The request is not parseable.' },
  '5031': { status: 409, message: 'A transaction with this merchantRefNum has already been submitted.' },
  '5068': { status: 400, message: 'A mandatory field is missing or a field has a value of the wrong format.' },
  '5269': { status: 404, message: 'The ID(s) specified in the URL do not correspond to the values in the system.' },
  '5270': { status: 403, message: 'The credentials do not have permission to access the requested data.' },
  '5279': { status: 401, message: 'The authentication credentials are invalid.' },
  '5502': { status: 400, message: 'The payment token is invalid, or its profile is not active.' },
  '7503': { status: 409, message: 'Card number already in use' },
  '7504': { status: 409, message: 'This card has been used for the maximum number of profiles allowed.' },
  '7505': { status: 409, message: 'The merchantCustomerId has already been used for another profile' },
  '7511': { status: 404, message: 'There is no address of that ID.' },
  '7513': { status: 400, message: 'The Apple Pay token is invalid.' },
  '7514': { status: 404, message: 'The payment token has expired.' },
  '9086': { status: 400, message: 'The wallet is not supported for this merchant.' },
} as const;

export type ErrorCode = keyof typeof catalogue;

export interface Link {
  readonly rel: string;
  readonly href: string;
}

export interface FieldError {
  readonly field: string;
  readonly error: string;
}

/** The `error` object of the provider's answers. */
export interface ErrorObject {
  readonly code: string;
  readonly message: string;
  readonly fieldErrors?: readonly FieldError[];
  readonly links: readonly Link[];
}

interface Extras {
  /** Added to the message, such as the id in 5269, 7503 and 7505. */
  readonly suffix?: string;
  readonly fieldErrors?: readonly FieldError[];
  /** The links beside the error, such as `existing_entity`. */
  readonly links?: readonly Link[];
}

/** A refusal by the provider. Nothing was booked. Operations throw it, and one place makes an answer of it. */
export class ProviderError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fieldErrors: readonly FieldError[] | undefined;
  readonly links: readonly Link[] | undefined;

  constructor(code: ErrorCode, extras: Extras = {}) {
    super(`${catalogue[code].message}${extras.suffix ?? ''}`);
    this.code = code;
    this.status = catalogue[code].status;
    this.fieldErrors = extras.fieldErrors;
    this.links = extras.links;
  }
}

/** Returns the `error` object for `code`. `base` is the provider's origin, for the link to its explanation. */
export function errorObject(base: string, error: ProviderError): ErrorObject {
  return {
    code: error.code,
    message: error.message,
    ...(error.fieldErrors === undefined ? {} : { fieldErrors: error.fieldErrors }),
    links: [{ rel: 'errorinfo', href: `${base}/errorinfo/ErrorCode${error.code}` }],
  };
}

export function unknownId(id: string): ProviderError {
  return new ProviderError('5269', { suffix: `: ${id}` });
}

export function fieldError(field: string, error: string): ProviderError {
  return new ProviderError('5068', { fieldErrors: [{ field, error }] });
}

/** Returns a 5068 with one field error for each fault that the schema found. */
export function validationError(error: z.ZodError): ProviderError {
  const fieldErrors = error.issues.flatMap((issue): FieldError[] => {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ field: [...path, key].join('.'), error: 'Unrecognised field' }));
    }
    return [{ field: path.join('.'), error: issue.message }];
  });
  return new ProviderError('5068', { fieldErrors });
}
