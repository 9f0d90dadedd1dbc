import { html, type Markup } from '../http/html.ts';
import type { ServiceName } from '../ports.ts';
import type { Sandbox, Service } from '../sandbox.ts';

const cards = [
  ['4000 0000 0000 1000', 'Visa: paid without a question'],
  ['4000 0000 0000 1091', 'Visa: the bank asks for its code, 1234'],
  ['4000 0000 0000 1109', 'Visa: the bank asks, and refuses whatever is answered'],
  ['4000 0000 0000 1018', 'Visa: the bank refuses at once'],
  ['5200 0000 0000 1096', 'Mastercard: the bank asks for its code, 1234'],
  ['3400 000000 01007', 'American Express: paid without a question, code of four digits'],
] as const;

const amounts = [
  ['0.05', 'declined by the bank'],
  ['0.11', 'not enough money'],
  ['0.97', 'paid, but the answer is lost'],
  ['0.98', 'held until somebody releases it'],
] as const;

/** Returns the page at the provider's own address. */
export function indexPage({ wires, origins }: Sandbox): Markup {
  const services = wires.flatMap((wire) => Object.entries(wire.services) as [ServiceName, Service][]);
  const links = services.flatMap(([name, { link }]) =>
    link === undefined ? [] : html`<a href="${origins[name]}/">${link}</a>`,
  );
  return html`<main>
<h1>The sandbox’s card provider</h1>
<p>It stands for the card provider of a marina, so that everything runs on this machine. No money moves. Never type the
number of a real card.</p>
<h2>Cards</h2>
<p>Any date to come and any security code will do.</p>
<dl>${cards.map(([number, use]) => html`<div><dt>${number}</dt><dd>${use}</dd></div>`)}</dl>
<h2>Amounts</h2>
<p>These fail or behave oddly, in a currency with two decimals; every other amount is paid.</p>
<dl>${amounts.map(([amount, use]) => html`<div><dt>${amount}</dt><dd>${use}</dd></div>`)}</dl>
<p>${links.map((link, index) => html`${index > 0 ? ' · ' : ''}${link}`)}</p>
</main>`;
}
