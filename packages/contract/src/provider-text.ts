/**
 * Returns a text without the characters that the card vault provider refuses in every value: `" ; ^ * < / [ ] \`. A
 * stroke becomes a hyphen, as in "Flat 3-2", and the others a blank. The server and the browser send it texts.
 */
export const asProviderText = (text: string): string =>
  text
    .replaceAll(/[/\\]/g, '-')
    .replaceAll(/\s*[";^*<[\]][";^*<[\]\s]*/g, ' ')
    .trim();
