/**
 * Returns a text without the characters that the card vault provider refuses in every value: `" ; ^ * < / [ ] \`. A
 * stroke becomes a hyphen, as in "Flat 3-2", and the others a blank. The server and the browser send it texts.
 */
export const asProviderText = (text: string): string =>
  text
    .replaceAll(/[/\\]/g, '-')
    .replaceAll(/\s*[";^*<[\]][";^*<[\]\s]*/g, ' ')
    .trim();

/**
 * Returns the beginning of a text that fits a provider's limit of UTF-16 units. A character of two units, such as an
 * emoji, is left out rather than halved: half a character is no text, and a provider may refuse the whole call.
 */
export const cutText = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
