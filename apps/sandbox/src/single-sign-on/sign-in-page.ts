import { html, type Markup } from '../http/html.ts';
import type { Language } from '../http/language.ts';
import type { Page } from '../http/page.ts';
import type { Brand } from './brands.ts';
import { demoPeople, type Person } from './people.ts';
import { type SignInTexts, signInTexts } from './sign-in-texts.ts';

interface BrandPage {
  readonly brand: Brand;
  readonly language: Language;
}

export interface SignInForm extends BrandPage {
  /** Who sent the visitor here. */
  readonly clientName: string;
  readonly email: string;
  readonly error: 'missing' | 'wrong' | undefined;
}

/** The page on which a provider asks who somebody is. It posts to its own address. */
export function signInPage({ brand, language, clientName, email, error }: SignInForm): Page {
  const texts = signInTexts[language];
  const described = error === undefined ? undefined : html`aria-invalid="true" aria-describedby="sign-in-error"`;
  return page({ brand, language }, `${error === undefined ? '' : `${texts.errorPrefix} `}${texts.title}`, [
    html`<h1>${texts.title}</h1>
<p>${texts.purpose(clientName, brand.name)}</p>
<form method="post" novalidate>
${error === undefined ? undefined : html`<p class="error" id="sign-in-error" role="alert">${texts[error]}</p>`}
<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" autocomplete="username" value="${email}" ${described}>
<label for="password">${texts.password}</label>
<p class="hint" id="password-hint">${texts.passwordHint}</p>
<input id="password" name="password" type="password" autocomplete="current-password"
 aria-describedby="${error === undefined ? '' : 'sign-in-error '}password-hint" ${error === undefined ? undefined : html`aria-invalid="true"`}>
<div class="actions">
<button class="primary" name="answer" value="sign-in">${texts.signIn}</button>
<button name="answer" value="cancel">${texts.cancel}</button>
</div>
</form>`,
    peopleForm(brand, texts),
  ]);
}

function peopleForm(brand: Brand, texts: SignInTexts): Markup {
  return html`<section aria-labelledby="people">
<h2 id="people">${texts.people}</h2>
<p class="hint">${texts.peopleHint}</p>
<form method="post">
<input type="hidden" name="answer" value="pick">
<ul>${demoPeople.filter(({ provider }) => provider === brand.key).map((person) => personButton(person, texts))}</ul>
</form>
</section>`;
}

function personButton({ sub, givenName, familyName, email, emailVerified }: Person, texts: SignInTexts): Markup {
  return html`<li><button name="sub" value="${sub}"><strong>${givenName} ${familyName}</strong>
<span>${email}</span> <span class="mark">${emailVerified ? texts.verified : texts.unverified}</span></button></li>`;
}

/** What a visitor sees whose client asked wrongly. `reason` is for its developer. */
export function refusedPage({ brand, language, reason }: BrandPage & { readonly reason: string }): Page {
  const { refusedTitle, refused } = signInTexts[language];
  return page({ brand, language }, refusedTitle, [
    html`<h1>${refusedTitle}</h1><p>${refused}</p><p class="hint"><code>${reason}</code></p>`,
  ]);
}

export function expiredPage({ brand, language }: BrandPage): Page {
  const { expiredTitle, expired } = signInTexts[language];
  return page({ brand, language }, expiredTitle, [html`<h1>${expiredTitle}</h1><p>${expired}</p>`]);
}

function page({ brand, language }: BrandPage, title: string, parts: readonly Markup[]): Page {
  return {
    language,
    title: `${title} – ${brand.name}`,
    styles: ['/sign-in.css', `/${brand.key}.css`],
    body: html`<aside class="banner" aria-label="Sandbox">${signInTexts[language].banner}</aside>
<header><span class="emblem" aria-hidden="true"></span><p><strong>${brand.name}</strong> <span>${brand.motto[language]}</span></p></header>
<main>${parts}</main>`,
  };
}
