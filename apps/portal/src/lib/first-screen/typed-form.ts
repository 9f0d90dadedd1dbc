import type { TypedForm } from '@quayside/contract/portal/drawn-pages.ts';

/** The refused form of the page that the server draws now. In a browser there is none. */
let typed: TypedForm | undefined;

/** Sets the form for the page that is drawn next. Only the server calls it. */
export const keepTyped = (form: TypedForm | undefined): void => {
  typed = form;
};

/** Returns what the reader typed into a field before the form was refused. */
export const typedValue = (name: string): string | undefined => typed?.fields[name];

/** Tells if the server has refused what was typed into a field. */
export const isRefused = (name: string): boolean => typed?.wrong.includes(name) ?? false;
