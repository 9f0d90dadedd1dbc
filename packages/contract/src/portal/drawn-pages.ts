import type { callPath } from '../shared/call.ts';
import type { Language } from '../tenant/languages.ts';
import { type PagePath, type PortalPage, portalPages } from './portal-routes.ts';
import type { TenantConfig } from '../tenant/tenant.ts';

/** Texts of one language by key: all of them, or those of one page. A marina's own translations are not among them. */
export interface LanguageTexts {
  language: string;
  texts: Readonly<Record<string, string>>;
}

/** A call that a page makes as soon as it opens, as the portal's query names it (`callQuery`). */
export interface FirstQuestion {
  /** The name of the call. */
  call: string;
  /** The portal's input. Server and portal match questions and answers by call and input. */
  input: Parameters<typeof callPath>[1];
  /** The language of the answer, if the portal asks again in another one. */
  language?: string;
}

/** An answer that comes inside the document. */
export interface FirstAnswer extends FirstQuestion {
  answer: unknown;
}

/** A call that the server has refused, with the answer that the browser would get. */
export interface FirstRefusal extends FirstAnswer {
  status: number;
}

/** A form that was posted without scripts and refused. Its page shows again what was typed. */
export interface TypedForm {
  /** The typed texts, by field. None of them is a password. */
  fields: Readonly<Record<string, string>>;
  /** The names of the fields that the server has refused. */
  wrong: readonly string[];
}

/** A page that the server draws with the portal's own code. */
export interface PageToDraw {
  /** The address of the page, from the root, with its query. */
  address: string;
  config: TenantConfig;
  languages: readonly Language[];
  /** All texts, because the server also draws parts whose files come later. */
  texts: LanguageTexts;
  /** The answers that the server has so far. */
  answers: readonly FirstAnswer[];
  refusals: readonly FirstRefusal[];
  /** The refused form that the address leads back to. */
  typed?: TypedForm | undefined;
  /** False if only the page's questions are needed. */
  isDrawn: boolean;
}

/** A drawn page, for its document. */
export interface Drawing {
  /** The content of the root element. */
  html: string;
  /** The address of the drawn page: the portal can lead from the opened address to another one. */
  address: string;
  /** The amounts and dates in it, by the keys of `server-texts.ts`. The browser shows the same texts. */
  serverTexts: Record<string, string>;
  /** The declarations of elements with a style of their own. The element with `data-style="n"` has the nth of them. */
  styles: string[];
  title: string;
  /** The description that a search engine shows. */
  description: string;
}

/** The result of drawing a page. */
export interface DrawnPage {
  /** Null if there is no such page, if a guard needs an answer that is missing, or if nothing was to be drawn. */
  drawing: Drawing | null;
  /** The calls whose answers are missing. The drawing has gaps in their places. Refused ones are among them. */
  questions: FirstQuestion[];
}

/** The program of the portal that draws pages. It draws one after the other. */
export interface DrawingProgram {
  drawPage: (page: PageToDraw) => Promise<DrawnPage>;
}

/** The end of a form that was posted without scripts, in the address of its page. */
const endOfForm = /\?(?:done=true|problem=\w{1,50})$/;

/**
 * Returns the page that the server draws for a visitor at a path. Undefined if it draws none there: the address has
 * another query than the end of a form, or is spelled another way, so the browser decides.
 * @param address from the root, with the query
 */
export function pageToDraw(address: string): string | undefined {
  const page = exactPage(address.replace(endOfForm, ''));
  return page?.document?.includes('drawn') ? (page.leadsTo ?? address) : undefined;
}

/** Checks if search engines may list the page at an address. */
export const mayBeIndexed = (address: string): boolean => exactPage(address)?.document?.includes('indexed') ?? false;

/** Returns the page at an address that is spelled as in its route. */
const exactPage = (address: string): PortalPage | undefined =>
  Object.hasOwn(portalPages, address) ? portalPages[address as PagePath] : undefined;
