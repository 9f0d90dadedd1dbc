/** The language of a portal if nothing else is known. */
export const fallbackLanguage = 'en-GB';

/**
 * Returns the language of a first visit (LANG-2, decision C4.19). It tries the reader's languages in their order,
 * each by exact code, else by its primary part (`da` finds `da-DK`, `fr` finds `fr-FR`). The last choice is the
 * tenant's default.
 */
export function matchLanguage(wanted: readonly string[], available: readonly string[], tenantDefault: string): string {
  for (const language of wanted) {
    const found = findLanguage(language, available);
    if (found) return found;
  }
  return available.includes(tenantDefault) ? tenantDefault : (available[0] ?? fallbackLanguage);
}

function findLanguage(wanted: string, available: readonly string[]): string | undefined {
  const lower = wanted.toLowerCase();
  return (
    available.find((code) => code.toLowerCase() === lower) ??
    available.find((code) => primaryPart(code) === primaryPart(lower))
  );
}

const primaryPart = (code: string) => code.toLowerCase().split('-')[0];
