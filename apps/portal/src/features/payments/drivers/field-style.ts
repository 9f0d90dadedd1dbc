/** How the provider's frames draw their inputs: as ours look at this moment, in the tenant's theme and colour scheme. */
export function fieldStyle(): Record<string, Record<string, string>> {
  const { color, colorScheme } = getComputedStyle(document.body);
  const muted = getComputedStyle(document.documentElement).getPropertyValue('--qs-muted').trim();
  return {
    input: { color, 'color-scheme': colorScheme, 'font-family': 'system-ui, sans-serif', 'font-size': '16px' },
    '::placeholder': { color: muted, opacity: '1' },
  };
}
