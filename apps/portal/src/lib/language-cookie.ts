const name = 'ha.selectedLanguage';
const maxAge = 365 * 24 * 60 * 60;

/** Returns the language that the reader chose on an earlier visit, if any. */
export function readLanguageCookie(cookies = document.cookie): string | undefined {
  const entry = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return entry ? decodeURIComponent(entry.slice(name.length + 1)) : undefined;
}

/** Keeps the reader's choice for 365 days (LANG-1, decision C4.20). */
export function writeLanguageCookie(language: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(language)}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`;
}
