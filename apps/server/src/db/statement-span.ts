import { faultOf, type NewSpan, openInnerSpan } from '../lib/spans.ts';

const tableAfter = /\b(?:from|join|into|update|table)\s+(?:only\s+)?(?!set\b)"?([a-z_][\w."]*)/gi;

/**
 * Returns the span of a statement. It names the verb and the first tables, and leaves the text out: some statements
 * have values in it.
 */
export function statementSpan(text: string): NewSpan {
  const code = text.slice(0, 4_000).replaceAll(/'[^']*(?:'|$)/g, '');
  const verb = /^\W*(\w+)/.exec(code)?.[1]?.toLowerCase() ?? 'statement';
  const tables = new Set(Array.from(code.matchAll(tableAfter), ([, table = '']) => table.replaceAll('"', '')));
  const summary = [verb, ...[...tables].slice(0, 3)].join(' ');
  const facts = { 'db.system.name': 'postgresql', 'db.operation.name': verb, 'db.query.summary': summary };
  return { name: summary, kind: 'client', facts };
}

/** Traces a statement that is a part of a request or a job. Those of the queue's own polling are not. */
export function traceStatement<Answer>(text: string | undefined, send: () => Answer): Answer {
  const span = text === undefined ? undefined : openInnerSpan(() => statementSpan(text));
  const answer = send();
  if (!span) return answer;
  if (answer instanceof Promise)
    answer.then(
      () => span.end(),
      (error: unknown) => span.end(faultOf(error)),
    );
  else span.end();
  return answer;
}
