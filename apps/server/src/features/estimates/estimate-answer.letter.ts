import type { EstimateAnswerKind } from '@quayside/contract/orders/estimates.ts';
import type { Tenant } from '../../http/context.ts';
import { escapeHtml } from '../../lib/texts/escape-html.ts';
import { tenantText } from '../../lib/texts/texts.ts';
import type { Fact } from '../letters/letters.exports.ts';
import { estimateLetter, type WholeEstimate } from './estimate.letter.ts';
import type { EstimateWithSiteRow } from './estimates.queries.ts';

/** Writes what the customer signs: the answer, then the whole estimate. */
export function answerText(tenant: Tenant, language: string, whole: WholeEstimate, answer: EstimateAnswerKind) {
  const { heading, figure, facts, table } = estimateLetter(tenant, language, whole);
  const values = { number: whole.estimate.id, marina: tenant.name, amount: figure?.value ?? '' };
  const text = (key: string) => tenantText(tenant, language, `estimateAnswer.${answer}.${key}`, values);
  const html = [
    `<h1>${escapeHtml(heading)}</h1>`,
    `<p><strong>${escapeHtml(text('statement'))}</strong></p>`,
    `<ul>${facts.map(item).join('')}</ul>`,
    ...(table ? [linesAsHtml(table)] : []),
  ];
  return { type: text('type'), html: html.join('') };
}

const item = ({ label, value }: Fact) => `<li>${escapeHtml(label)}: ${escapeHtml(value)}</li>`;

function linesAsHtml({ headings, rows, total }: NonNullable<ReturnType<typeof estimateLetter>['table']>): string {
  const names = ['number', 'description', 'boat', 'amount'] as const;
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  const all = rows.map((line) =>
    row(
      names.map((name) => line[name]),
      'td',
    ),
  );
  const head = row(
    names.map((name) => headings[name]),
    'th',
  );
  const foot = row([total.label, '', '', total.amount], 'td');
  return `<table><thead>${head}</thead><tbody>${all.join('')}${foot}</tbody></table>`;
}

/** Returns the last day on which the estimate is valid at its site. Null if it doesn't expire. */
export function lastDayToAnswer({ expires_on, expires_at, time_zone }: EstimateWithSiteRow): string | null {
  if (expires_on !== null || expires_at === null) return expires_on;
  return Temporal.Instant.from(expires_at.toISOString()).toZonedDateTimeISO(time_zone).toPlainDate().toString();
}
