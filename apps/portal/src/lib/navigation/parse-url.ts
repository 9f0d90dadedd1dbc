/** Returns null for a text that is no address, like `URL.parse`, which Safari has only since 18. */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
