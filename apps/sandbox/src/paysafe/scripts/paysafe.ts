// The script that a checkout page loads as paysafe.min.js. It only opens `paysafe.fields`, and loads everything
// else as modules from its own origin, so that the page's policy has to allow no other. The provider documents two
// forms: one uses callbacks; the newer one returns promises and shows its fields when `show` is called. Below
// /newer it is the newer one.
import type * as fieldsModule from './fields.ts';
import type { SetupCallback } from './fields.ts';

type Fields = typeof fieldsModule;

declare global {
  interface Window {
    paysafe?: { fields?: unknown; threedsecure?: unknown };
  }
}

((script) => {
  if (!(script instanceof HTMLScriptElement)) return;
  const modules = new URL('/js/v1/latest/modules/paysafe/scripts/', script.src);
  const loaded = import(new URL('fields.ts', modules).href) as Promise<Fields>;
  const byCallback = (apiKey: string, options: unknown, callback: SetupCallback): void => {
    if (typeof callback !== 'function') throw new TypeError('paysafe.fields.setup: a callback is expected.');
    void loaded.then((fields) => fields.setUpForCallbacks(apiKey, options, callback));
  };
  const byPromise = async (apiKey: string, options: unknown) => (await loaded).setUpForPromises(apiKey, options);
  const isNewer = new URL(script.src).pathname.startsWith('/newer/');
  window.paysafe = { ...window.paysafe, fields: { setup: isNewer ? byPromise : byCallback } };
})(document.currentScript);
