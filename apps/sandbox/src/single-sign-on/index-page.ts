import { html, type Markup } from '../http/html.ts';
import type { Page } from '../http/page.ts';
import type { Sandbox } from '../sandbox.ts';
import { type Brand, brands } from './brands.ts';
import { demoClients } from './clients.ts';
import { demoProfiles, sandboxPassword } from './people.ts';

/** Returns the page at the address of single sign-on. */
export function indexPage({ origins }: Sandbox): Page {
  return {
    language: 'en',
    title: 'Single sign-on of the sandbox',
    styles: ['/index-page.css'],
    body: html`<main>
<h1>The sandbox’s single sign-on</h1>
<p>Two providers of OpenID Connect stand for those that customers of a marina may already have an account with. Sign in
from a marina’s portal; here is only what is known.</p>
<h2>Providers</h2>
<dl>${brands.map((brand) => issuer(origins.singleSignOn, brand))}</dl>
<h2>People</h2>
<p>All have the password “${sandboxPassword}”.</p>
<dl>${demoProfiles.map(
      ({ email, emailVerified }) =>
        html`<div><dt>${email}</dt><dd>${emailVerified ? 'address confirmed' : 'address not confirmed'}</dd></div>`,
    )}</dl>
<h2>Clients</h2>
<dl>${demoClients.map(({ clientId, name }) => html`<div><dt>${clientId}</dt><dd>${name}</dd></div>`)}</dl>
</main>`,
  };
}

function issuer(origin: string, { key, name }: Brand): Markup {
  const address = `${origin}/${key}`;
  return html`<div><dt>${name}</dt><dd><a href="${address}/.well-known/openid-configuration">${address}</a></dd></div>`;
}
