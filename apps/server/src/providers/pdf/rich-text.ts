import { bidiLines, isBidirectional, isRightToLeft, type Run, withoutMarks } from './bidi-text.ts';
import { ascent, lineHeightOf, type Paper, type TextStyle } from './paper.ts';

/** A stretch of a text that looks one way. `\n` ends a line. */
export interface Span {
  text: string;
  look: Look;
}

/** What sets letters apart from those around them. */
export interface Look {
  isStrong?: boolean;
  isOblique?: boolean;
  isUnderlined?: boolean;
  isStruck?: boolean;
  rise?: 'up' | 'down';
  isSmall?: boolean;
}

interface RichLine {
  runs: { run: Run; width: number }[];
  width: number;
}

/** A text of several looks, broken into lines of a width. */
export interface RichText {
  lines: RichLine[];
  /** Of a line. */
  height: number;
  isRightToLeft: boolean;
  looks: readonly Look[];
  style: TextStyle;
}

/** Breaks spans into lines. Words that are wider than that are broken too. */
export function layOut(paper: Paper, spans: readonly Span[], width: number, style: TextStyle): RichText {
  const looks = spans.map(({ look }) => look);
  const measure = new Measure(paper, looks, style);
  const lines = paragraphsOf(spans).flatMap((letters) => {
    const { text, keyAt } = letters;
    if (text === '') return [{ runs: [], width: 0 }];
    if (!isBidirectional(text)) return plainLines(letters, width, measure);
    return bidiLines(text, (line) => measure.widthOf(line) <= width, keyAt).map((line) => measure.lineOf(line));
  });
  const whole = spans.map(({ text }) => text).join('');
  return {
    lines,
    height: lineHeightOf(style),
    isRightToLeft: isBidirectional(whole) && isRightToLeft(whole),
    looks,
    style,
  };
}

/** The width that a text takes on one line; of several lines the widest. */
export function naturalWidth(paper: Paper, spans: readonly Span[], style: TextStyle): number {
  return Math.max(0, ...layOut(paper, spans, Number.POSITIVE_INFINITY, style).lines.map(({ width }) => width));
}

/** Draws some of the lines from `left` on. Only within a piece of the paper. */
export function drawLines(
  paper: Paper,
  rich: RichText,
  { from, to }: { from: number; to: number },
  box: { left: number; y: number; width: number; isEnd: boolean },
): void {
  const { height, style } = rich;
  rich.lines.slice(from, to).forEach((line, index) => {
    const ground = box.y + index * height + style.size * ascent;
    let at = box.left + (box.isEnd !== rich.isRightToLeft ? box.width - line.width : 0);
    for (const { run, width } of line.runs) {
      drawOne(paper, { run, width, at, ground }, rich);
      at += width;
    }
  });
}

function drawOne(
  paper: Paper,
  { run, width, at, ground }: { run: Run; width: number; at: number; ground: number },
  { looks, style }: RichText,
): void {
  const look = looks[run.key] ?? {};
  const { size } = style;
  const raised = look.rise === 'up' ? -size * 0.35 : look.rise === 'down' ? size * 0.15 : 0;
  paper.drawRun(run, styleOf(look, style), at, ground + raised);
  if (look.isUnderlined) paper.drawRule(at, ground + size * 0.14, width, style.colour);
  if (look.isStruck) paper.drawRule(at, ground - size * 0.3, width, style.colour);
}

function styleOf(look: Look, style: TextStyle): TextStyle {
  const scale = look.rise === undefined ? (look.isSmall ? 0.85 : 1) : 0.7;
  return {
    ...style,
    size: style.size * scale,
    ...(look.isStrong ? { weight: 'strong' } : {}),
    ...(look.isOblique ? { isOblique: true } : {}),
  };
}

interface Letters {
  text: string;
  /** Which span a letter is of. */
  keyAt: (place: number) => number;
}

/** What stands between two ends of lines, each with where its letters come from. */
function paragraphsOf(spans: readonly Span[]): Letters[] {
  const paragraphs: { text: string; keys: number[] }[] = [{ text: '', keys: [] }];
  spans.forEach(({ text }, key) => {
    text.split('\n').forEach((part, index) => {
      if (index > 0) paragraphs.push({ text: '', keys: [] });
      const last = paragraphs.at(-1);
      if (!last) return;
      last.text += part;
      for (let count = 0; count < part.length; count += 1) last.keys.push(key);
    });
  });
  return paragraphs.map(({ text, keys }) => ({ text, keyAt: (place) => keys[place] ?? 0 }));
}

/** Widths, remembered: a text has few words that it doesn't repeat. */
class Measure {
  readonly #paper: Paper;
  readonly #styles: readonly TextStyle[];
  readonly #known = new Map<string, number>();

  constructor(paper: Paper, looks: readonly Look[], style: TextStyle) {
    this.#paper = paper;
    this.#styles = looks.map((look) => styleOf(look, style));
  }

  of(run: Run): number {
    const style = this.#styles[run.key];
    if (!style) return 0;
    const name = `${style.size} ${style.weight ?? ''} ${run.isJoined} ${run.text}`;
    const known = this.#known.get(name) ?? this.#paper.widthOfRun(run, style);
    this.#known.set(name, known);
    return known;
  }

  widthOf(line: readonly Run[]): number {
    return line.reduce((sum, run) => sum + this.of(run), 0);
  }

  lineOf(line: readonly Run[]): RichLine {
    const runs = line.map((run) => ({ run, width: this.of(run) }));
    return { runs, width: runs.reduce((sum, { width }) => sum + width, 0) };
  }
}

/** Of a text in which all is written from left to right. */
function plainLines(letters: Letters, width: number, measure: Measure): RichLine[] {
  const lines: Run[][] = [[]];
  let used = 0;
  for (const { 0: word, index } of letters.text.matchAll(/[^\S\u00a0\u202f]+|[\S\u00a0\u202f]+/g)) {
    const runs = runsOf(letters, index, word.length);
    const isSpace = word.trim() === '' && !/[\u00a0\u202f]/.test(word);
    for (const piece of isSpace || measure.widthOf(runs) <= width ? [runs] : letterRuns(runs)) {
      const wide = measure.widthOf(piece);
      if (!isSpace && used > 0 && used + wide > width) {
        lines.push([]);
        used = 0;
      }
      // A line doesn't begin with the space that the one before ended at.
      if (isSpace && used === 0 && lines.length > 1) continue;
      lines.at(-1)?.push(...piece);
      used += wide;
    }
  }
  return lines.map((line) => measure.lineOf(joined(withoutEndSpace(line))));
}

function runsOf({ text, keyAt }: Letters, start: number, length: number): Run[] {
  const runs: Run[] = [];
  for (let place = start; place < start + length; place += 1) {
    const key = keyAt(place);
    const last = runs.at(-1);
    if (last?.key === key) last.text += text.charAt(place);
    else runs.push({ text: text.charAt(place), key, isJoined: false });
  }
  return runs.map((run) => ({ ...run, text: withoutMarks(run.text) })).filter((run) => run.text !== '');
}

const letterRuns = (runs: readonly Run[]): Run[][] =>
  runs.flatMap((run) => Array.from(run.text, (letter) => [{ ...run, text: letter }]));

function withoutEndSpace(line: readonly Run[]): Run[] {
  let end = line.length;
  while (end > 0 && line[end - 1]?.text.trim() === '') end -= 1;
  return line.slice(0, end);
}

/** Neighbours of one look as one run, so that what is copied from the paper has its words. */
function joined(line: readonly Run[]): Run[] {
  const runs: Run[] = [];
  for (const run of line) {
    const last = runs.at(-1);
    if (last?.key === run.key) last.text += run.text;
    else runs.push({ ...run });
  }
  return runs;
}
