import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { lettersIn, ownTemplates } from './typesetter.ts';

/** Typst drops words from a family's name, such as SemiBold. A text of a family that it doesn't know has no width. */
const findFamily = `#context {
  let isKnown(name) = measure(text(font: name, fallback: false)[a]).width > 0pt
  [#metadata(json(bytes(sys.inputs.names)).find(isKnown)) <family>]
}`;

const setLetters = `#set document(title: "Letters")
#set text(font: sys.inputs.family, fallback: false, lang: "en")
#sys.inputs.letters`;

/**
 * Sets letters with a font alone.
 * @param names the names that its family may have
 * @returns the name by which templates know it, and the letters that it lacks; null if Typst can't use it
 */
export function tryFont(
  content: Buffer,
  names: readonly string[],
  letters: string,
): { family: string; missing: string[] } | null {
  const compiler = NodeCompiler.create({ workspace: ownTemplates, fontArgs: [{ fontBlobs: [content] }] });
  const search = { mainFileContent: findFamily, inputs: { names: JSON.stringify(names) } };
  const [family] = compiler.query(search, { selector: '<family>', field: 'value' }) as (string | null)[];
  if (typeof family !== 'string') return null;
  try {
    compiler.pdf({ mainFileContent: setLetters, inputs: { family, letters } }, { pdfStandard: 'ua-1' });
    return { family, missing: [] };
  } catch (error) {
    const missing = lettersIn(error instanceof Error && 'code' in error ? String(error.code) : String(error));
    return missing.length > 0 ? { family, missing } : null;
  }
}
