// The script that a checkout page loads as /js/v1/latest/paysafe.min.js. It only opens `paysafe.fields`; what it needs it
// loads from its own origin as modules, so that the page's policy has to allow no other.
import type * as fieldsModule from './fields.ts';

type Fields = typeof fieldsModule;

declare global {
  interface Window {
    paysafe?: { fields?: unknown; threedsecure?: unknown };
  }
}

((script) => {
  if (!(script instanceof HTMLScriptElement)) return;
  const modules = new URL('modules/', script.src);
  const loaded = import(new URL('fields.ts', modules).href) as Promise<Fields>;
  const setup = async (...parameters: Parameters<Fields['setup']>) => (await loaded).setup(...parameters);
  window.paysafe = { ...window.paysafe, fields: { setup } };
})(document.currentScript);
