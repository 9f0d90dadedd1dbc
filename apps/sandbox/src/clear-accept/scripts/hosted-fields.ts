// The script that a checkout page loads as /fields/v1. It only opens `HostedFields`, and loads everything else as
// modules from its own origin, so that the page's policy has to allow no other.
import type * as initialiseModule from './initialise.ts';

type Initialise = typeof initialiseModule;

declare global {
  interface Window {
    HostedFields?: { initialise: (...parameters: Parameters<Initialise['initialise']>) => void };
  }
}

((script) => {
  if (!(script instanceof HTMLScriptElement)) return;
  const module = new URL('/fields/v1/modules/clear-accept/scripts/initialise.ts', script.src);
  const loaded = import(module.href) as Promise<Initialise>;
  window.HostedFields = {
    initialise: (...parameters) => void loaded.then(({ initialise }) => initialise(...parameters)),
  };
})(document.currentScript);
