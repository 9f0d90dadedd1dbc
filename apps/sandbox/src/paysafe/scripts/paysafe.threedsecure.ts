// The script that a checkout page loads as /threedsecure/js/latest/paysafe.threedsecure.min.js: `paysafe.threedsecure`.
import type * as threeDSecureModule from './three-d-secure.ts';

type ThreeDSecure = typeof threeDSecureModule;

((script) => {
  if (!(script instanceof HTMLScriptElement)) return;
  const modules = new URL('/js/v1/latest/modules/', script.src);
  const loaded = import(new URL('three-d-secure.ts', modules).href) as Promise<ThreeDSecure>;
  const start = async (...parameters: Parameters<ThreeDSecure['start']>) => (await loaded).start(...parameters);
  const challenge = async (...parameters: Parameters<ThreeDSecure['challenge']>) =>
    (await loaded).challenge(...parameters);
  window.paysafe = { ...window.paysafe, threedsecure: { start, challenge } };
})(document.currentScript);
