/** Common mail domains. An address of one of these is never corrected. */
const knownDomains = [
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'outlook.fr',
  'outlook.de',
  'outlook.es',
  'hotmail.com',
  'hotmail.co.uk',
  'hotmail.fr',
  'hotmail.de',
  'hotmail.es',
  'hotmail.nl',
  'hotmail.it',
  'live.com',
  'live.co.uk',
  'live.fr',
  'live.nl',
  'msn.com',
  'yahoo.com',
  'yahoo.co.uk',
  'yahoo.fr',
  'yahoo.de',
  'yahoo.es',
  'yahoo.it',
  'ymail.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'aol.com',
  'proton.me',
  'protonmail.com',
  'mail.com',
  'email.com',
  'gmx.com',
  'gmx.net',
  'gmx.de',
  'gmx.at',
  'gmx.ch',
  'gmx.fr',
  'web.de',
  't-online.de',
  'freenet.de',
  'btinternet.com',
  'btopenworld.com',
  'sky.com',
  'virginmedia.com',
  'ntlworld.com',
  'talktalk.net',
  'blueyonder.co.uk',
  'tiscali.co.uk',
  'orange.fr',
  'wanadoo.fr',
  'free.fr',
  'sfr.fr',
  'laposte.net',
  'bbox.fr',
  'numericable.fr',
  'neuf.fr',
  'ziggo.nl',
  'kpnmail.nl',
  'planet.nl',
  'xs4all.nl',
  'telefonica.net',
  'libero.it',
] as const;

/**
 * Returns the allowed number of typing errors. A long name stays recognisable with two; a short name becomes
 * another one.
 */
const allowedTypos = (domain: string) => (domain.length >= 10 ? 2 : 1);

/**
 * Returns the address that was probably meant, if its domain is nearly a common one. Null otherwise. It is only a
 * hint, because a real domain may look like a typing error (decision C5.1).
 */
export function likelyEmail(typed: string): string | null {
  const address = typed.trim();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  if (at < 1 || domain.length < 5 || knownDomains.some((known) => known === domain)) return null;
  const near = knownDomains
    .map((known) => ({ known, typos: countTypos(domain, known) }))
    .filter(({ known, typos }) => typos <= allowedTypos(known))
    .toSorted((a, b) => a.typos - b.typos)[0];
  return near ? address.slice(0, at + 1) + near.known : null;
}

/** Counts letters that are missing, added, wrong or swapped with their neighbour (optimal string alignment). */
function countTypos(a: string, b: string): number {
  let older: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const mistaken = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? (older[j - 2] ?? 0) + 1 : mistaken;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, mistaken, swapped));
    }
    older = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
