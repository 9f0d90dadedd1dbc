const loading = new Map<string, Promise<void>>();

/** Loads a script once. A failure is forgotten, so that the next call tries again. */
export function loadScript(url: string): Promise<void> {
  const known = loading.get(url);
  if (known) return known;
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
      reject(new Error(`script not loaded: ${url}`));
    });
    document.head.append(script);
  });
}
