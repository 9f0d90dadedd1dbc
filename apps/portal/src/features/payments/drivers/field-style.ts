/**
 * Returns the style of the provider's inputs: the same as our inputs at this moment, in the tenant's theme and
 * colour scheme.
 */
export function fieldStyle(): Record<string, Record<string, string>> {
  const { color, colorScheme } = getComputedStyle(document.body);
  const muted = getComputedStyle(document.documentElement).getPropertyValue('--qs-muted').trim();
  return {
    input: { color, 'color-scheme': colorScheme, 'font-family': 'system-ui, sans-serif', 'font-size': '16px' },
    '::placeholder': { color: muted, opacity: '1' },
  };
}
