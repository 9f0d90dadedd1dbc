import { html, type Markup } from '../http/html.ts';
import type { Language } from '../http/language.ts';
import type { Page } from '../http/page.ts';

/** The brand on the pages of a provider with pages of its own. */
export interface HostedBrand {
  readonly name: string;
  readonly motto?: string;
  /** The text that says that it isn't the real one. */
  readonly banner: string;
  /** The addresses of its own style sheets, which come after the shared one. */
  readonly styles: readonly string[];
}

/** Returns a page under a provider's name. */
export function hostedPage(
  { name, motto, banner, styles }: HostedBrand,
  { language, title }: { language: Language; title: string },
  parts: readonly Markup[],
): Page {
  return {
    language,
    title: `${title} – ${name}`,
    styles: ['/hosted.css', ...styles],
    body: html`<aside class="banner" aria-label="Sandbox">${banner}</aside>
<header><span class="emblem" aria-hidden="true"></span>
<p><strong>${name}</strong>${motto === undefined ? undefined : html` <span>${motto}</span>`}</p></header>
<main>${parts}</main>`,
  };
}

interface SignInTexts {
  readonly email: string;
  readonly password: string;
  readonly passwordHint: string;
  readonly signIn: string;
  readonly cancel: string;
}

/**
 * Returns a form for an e-mail address and a password, which posts to the page's own address.
 * @param error the fault of both fields
 */
export function signInForm(texts: SignInTexts, email: string, error: string | undefined): Markup {
  const isWrong = error !== undefined;
  const invalid = isWrong ? html`aria-invalid="true"` : undefined;
  return html`<form method="post" novalidate>
${isWrong ? html`<p class="error" id="sign-in-error" role="alert">${error}</p>` : undefined}
<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" autocomplete="username" value="${email}" ${invalid}
${isWrong ? html`aria-describedby="sign-in-error"` : undefined}>
<label for="password">${texts.password}</label>
<p class="hint" id="password-hint">${texts.passwordHint}</p>
<input id="password" name="password" type="password" autocomplete="current-password"
 aria-describedby="${isWrong ? 'sign-in-error ' : ''}password-hint" ${invalid}>
<div class="actions">
<button class="primary" name="answer" value="sign-in">${texts.signIn}</button>
<button name="answer" value="cancel">${texts.cancel}</button>
</div>
</form>`;
}

interface OutcomeTexts {
  readonly others: string;
  readonly othersHint: string;
  readonly outcomes: Readonly<Record<string, string>>;
}

/** Returns the choices that only the sandbox offers: all other outcomes of a payment. */
export function otherOutcomes({ others, othersHint, outcomes }: OutcomeTexts): Markup {
  const choice = ([value, text]: [string, string]) =>
    html`<li><button name="answer" value="${value}">${text}</button></li>`;
  return html`<section aria-labelledby="others">
<h2 id="others">${others}</h2>
<p class="hint">${othersHint}</p>
<form method="post">
<ul>${Object.entries(outcomes).map(choice)}</ul>
</form>
</section>`;
}
