/** Matches a comment: a line of a block, or the rest of a line after two slashes that are no part of an address. */
const comment = /^\s*(?:\{?\/\*\*?|\*) (.*)|(?:^|\s)\/\/ (.*)/;

/**
 * Matches the name of a file, with or without folders. A name after `--` or in an address is not a file of the
 * project.
 */
const fileName = /(?<![\w@.{},<>*/:$-])[\w{<*][\w@.{},<>*/-]*\.(?:tsx?|mjs|md)\b(?![\w/])/g;

/**
 * Returns the names of files in the comments of a source: those that end in .ts, .tsx, .mjs or .md.
 * @param {string} text
 * @returns {string[]}
 */
export const namesInComments = (text) =>
  text.split('\n').flatMap((line) => {
    const [, inBlock, afterSlashes] = comment.exec(line) ?? [];
    return (inBlock ?? afterSlashes ?? '').match(fileName) ?? [];
  });
