import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';
import { brokenScriptCode, ProviderScriptError } from './card-driver.ts';

const loading = new Map<string, Promise<void>>();

/** Loads the scripts that a provider's settings name. @param find returns the global object that they create */
export async function loadProviderScripts<Global>(
  { config }: PaymentProvider,
  find: () => Global | undefined,
): Promise<Global> {
  // One after the other, in the order of the settings, because a later script may extend an earlier one.
  for (const url of Object.values(config.scripts)) await loadScript(url);
  const found = find();
  if (found === undefined) throw new ProviderScriptError(brokenScriptCode, 'The script did not start.');
  return found;
}

/** Loads a script once. A failed load is not kept, so that the next call tries again. */
export function loadScript(url: string): Promise<void> {
  const earlierScript = loading.get(url);
  if (earlierScript) return earlierScript;
  const promise = append(url).catch((error: unknown) => {
    loading.delete(url);
    throw error;
  });
  loading.set(url, promise);
  return promise;
}

function append(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`The script could not be loaded: ${url}`));
    });
    document.head.append(script);
  });
}
