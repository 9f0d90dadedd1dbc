import { hostedPage, signInForm } from '../hosted/hosted-page.ts';
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
  /** The client that sent the visitor here. */
  readonly clientName: string;
  readonly email: string;
  readonly error: 'missing' | 'wrong' | undefined;
}

/** Returns the page on which a provider asks for the sign-in. It posts to its own address. */
export function signInPage({ brand, language, clientName, email, error }: SignInForm): Page {
  const texts = signInTexts[language];
  return page({ brand, language }, `${error === undefined ? '' : `${texts.errorPrefix} `}${texts.title}`, [
    html`<h1>${texts.title}</h1>
<p>${texts.purpose(clientName, brand.name)}</p>`,
    signInForm(texts, email, error && texts[error]),
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

/** Returns the page for a client's wrong request. `reason` is for its developer. */
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
  const shown = {
    name: brand.name,
    motto: brand.motto[language],
    banner: signInTexts[language].banner,
    styles: ['/sign-in.css', `/${brand.key}.css`],
  };
  return hostedPage(shown, { language, title }, parts);
}
