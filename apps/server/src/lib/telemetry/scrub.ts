/**
 * The patterns of texts that identify a person or open something, with their replacements. The order matters: the
 * larger match comes first.
 */
const replacements: readonly [RegExp, string][] = [
  // Parsers repeat the text that they can't read, in double quotes.
  [/"[^"]*("|$)/g, '"…"'],
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s'")]+/gi, '[url]'],
  [
    /\b(password|token|secret|authorization|cookie|api-?key|code)\b(\s*[=:]\s*)(?:bearer |basic )?[^\s,;)]+/gi,
    '$1$2[secret]',
  ],
  [/[^\s@<>()'"=]+@[^\s@<>()'",;]+/g, '[e-mail]'],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '[guid]'],
  // A path may hold a code that is as short as a word.
  [/(?<![\w.])\/(?:[^\s/'")]+\/)+[^\s'")]*/g, '[path]'],
  [/\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{20,}\b/gi, '[token]'],
  [/\+?\d(?:[ ().-]?\d){6,}/g, '[number]'],
  // Single quotes hold names of properties, and sometimes values.
  [/'(?![\w$.-]{1,40}')[^']*'/g, "'…'"],
];

/**
 * Removes from an error's message what must not leave the server or stay in its log: e-mail addresses, telephone
 * numbers, tokens, guids, URLs, paths, and quoted text.
 */
export function scrub(message: string): string {
  return replacements
    .reduce((text, [what, instead]) => text.replace(what, instead), message.slice(0, 2_000))
    .slice(0, 500);
}
