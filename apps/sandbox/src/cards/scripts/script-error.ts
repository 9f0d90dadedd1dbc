/** The error that every callback of the scripts gets. `code` is a string of digits. */
export interface ScriptError {
  readonly code: string;
  readonly displayMessage: string;
  readonly detailedMessage: string;
  readonly correlationId: string;
}

const errors = {
  /** The provider could not be reached, or did not answer in time. */
  connection: '9001',
  /** A hosted field has an invalid value. */
  invalidFields: '9003',
  /** The page called the script with invalid arguments. */
  badArgument: '9012',
  /** The API key or its secret is not known. */
  invalidKey: '9013',
  /** Something failed that the page can't correct. */
  internal: '9014',
  /** The bank could not finish the authentication. */
  authentication: '9040',
  /** A tokenisation is running already. */
  busy: '9136',
  /** The page used the fields before they were in the page. */
  notShown: '9202',
  /** The merchant's 3-D Secure is not set up for this account. */
  merchant: '9501',
} as const;

export type ErrorName = keyof typeof errors;

export function scriptError(name: ErrorName, detailedMessage: string, correlationId = newId()): ScriptError {
  const code = errors[name];
  const displayMessage = isFrench()
    ? `Une erreur s’est produite (${code}). Veuillez réessayer ou nous contacter.`
    : `There was an error (${code}). Please try again or contact us.`;
  return { code, displayMessage, detailedMessage, correlationId };
}

/** Carries the error of a callback as an exception, inside the scripts. */
export class ScriptFailure extends Error {
  readonly error: ScriptError;

  constructor(error: ScriptError) {
    super(error.detailedMessage);
    this.error = error;
  }
}

export function fail(name: ErrorName, detailedMessage: string): ScriptFailure {
  return new ScriptFailure(scriptError(name, detailedMessage));
}

/** Returns the error object for everything that can be thrown. */
export function toScriptError(reason: unknown): ScriptError {
  if (reason instanceof ScriptFailure) return reason.error;
  return scriptError('internal', `Unhandled error occurred: ${reason instanceof Error ? reason.message : 'unknown'}`);
}

/** Returns 32 random hexadecimal digits. Pages without TLS have no `crypto.randomUUID`. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function isFrench(): boolean {
  // Without a page there is no language, as in the scripts' own tests.
  const language = typeof document === 'undefined' ? '' : document.documentElement.lang;
  return language.toLowerCase().startsWith('fr');
}
