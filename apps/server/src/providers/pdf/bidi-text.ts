import bidiModule from 'bidi-js';

// Its types describe a module whose default is the factory; in Node the module is the factory.
const bidi = (bidiModule as unknown as typeof bidiModule.default)();
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc]/;
const joined = /[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc]/;
const marks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A piece of a line, ready to be drawn from left to right. */
export interface Run {
  text: string;
  /** Letters that are joined; the font's own rules put them in order. */
  isJoined: boolean;
  /** What `keyAt` says of its letters, which say the same. */
  key: number;
}

/** Whether a text has anything that is written from right to left. */
export const isBidirectional = (text: string): boolean => rightToLeft.test(text);

/** A text without the marks that steer its direction and that no font has. */
export const withoutMarks = (text: string): string => text.replace(marks, '');

/** Whether the first letter of a text that has a direction is one that is written from right to left. */
export const isRightToLeft = (text: string): boolean =>
  (bidi.getEmbeddingLevels(text, 'auto').levels[0] ?? 0) % 2 === 1;

/**
 * Breaks a text between words and puts each line in the order in which it is seen, by Unicode's rules (UAX 9). The
 * first letter that has a direction gives the text's.
 * @param keyAt tells letters apart that are drawn differently; they come in runs of their own
 */
export function bidiLines(
  text: string,
  fits: (line: readonly Run[]) => boolean,
  keyAt: (place: number) => number = () => 0,
): Run[][] {
  const levels = bidi.getEmbeddingLevels(text, 'auto');
  const lines: Run[][] = [];
  let start = 0;
  let end = 0;
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    const wordEnd = index + word.length;
    if (end > start && !fits(visualRuns(text, levels, start, wordEnd, keyAt))) {
      lines.push(visualRuns(text, levels, start, end, keyAt));
      start = index;
    }
    end = wordEnd;
  }
  return [...lines, visualRuns(text, levels, start, end, keyAt)];
}

type Levels = ReturnType<typeof bidi.getEmbeddingLevels>;

function visualRuns(text: string, levels: Levels, start: number, end: number, keyAt: (place: number) => number): Run[] {
  if (end <= start) return [];
  const runs: { level: number; key: number; places: number[] }[] = [];
  for (const place of bidi.getReorderedIndices(text, levels, start, end - 1).slice(start, end)) {
    const level = levels.levels[place] ?? 0;
    const last = runs.at(-1);
    const key = keyAt(place);
    if (last && last.level === level && last.key === key) last.places.push(place);
    else runs.push({ level, key, places: [place] });
  }
  return runs
    .map(({ level, key, places }) => ({ ...drawable(text, level, places), key }))
    .filter((run) => run.text !== '');
}

/** The font reverses a run of joined letters itself; any other has to come as it is seen. */
function drawable(text: string, level: number, places: readonly number[]): Omit<Run, 'key'> {
  const isReversed = level % 2 === 1;
  const seen = places.map((place) => letterAt(text, place, isReversed));
  const isJoined = isReversed && seen.some((letter) => joined.test(letter));
  return { text: withoutMarks((isJoined ? seen.toReversed() : seen).join('')), isJoined };
}

function letterAt(text: string, place: number, isReversed: boolean): string {
  const letter = text.charAt(place);
  return (isReversed && bidi.getMirroredCharacter(letter)) || letter;
}
