// The script that a checkout page loads as /threedsecure/js/latest/paysafe.threedsecure.min.js:
// `paysafe.threedsecure`.
import type * as threeDSecureModule from './three-d-secure.ts';

type ThreeDSecure = typeof threeDSecureModule;

((script) => {
  if (!(script instanceof HTMLScriptElement)) return;
  const modules = new URL('/js/v1/latest/modules/paysafe/scripts/', script.src);
  const loaded = import(new URL('three-d-secure.ts', modules).href) as Promise<ThreeDSecure>;
  const assertCallback = (callback: unknown): void => {
    if (typeof callback !== 'function') throw new TypeError('paysafe.threedsecure: a callback is expected.');
  };
  const start = (...parameters: Parameters<ThreeDSecure['start']>): void => {
    assertCallback(parameters[2]);
    void loaded.then((module) => module.start(...parameters));
  };
  const challenge = (...parameters: Parameters<ThreeDSecure['challenge']>): void => {
    assertCallback(parameters[2]);
    void loaded.then((module) => module.challenge(...parameters));
  };
  window.paysafe = { ...window.paysafe, threedsecure: { start, challenge } };
})(document.currentScript);
