import { isRightToLeft, readingOf, withFont } from '../../../providers/pdf/paper-text.ts';
import type { Span } from './declaration-blocks.rules.ts';

/** Words of a text or a cell, with how they are read. */
export function spansData(spans: readonly Span[], missing: ReadonlySet<string>) {
  const text = spans.map((span) => span.text).join('');
  return {
    spans: spans.flatMap((span) =>
      linesIn(span).map(({ text: line, look }) => ({ ...look, text: withFont(line, missing) })),
    ),
    rtl: isRightToLeft(text),
    read: readingOf(text.replaceAll('\n', ' '), missing),
  };
}

/** Makes each end of a line a span of its own. */
const linesIn = ({ text, look }: Span): Span[] =>
  text
    .split(/(\n)/)
    .filter((part) => part !== '')
    .map((part) => ({ text: part, look }));
