import type { UploadType } from '@quayside/contract/documents/uploads.ts';
import type { Tenant } from '../../http/context.ts';
import { escapeHtml } from '../../lib/texts/escape-html.ts';
import { formatSiteTime } from '../../lib/texts/formats.ts';
import { directionOf } from '../../lib/texts/text-direction.ts';
import { tenantText } from '../../lib/texts/texts.ts';
import { safeFileName } from '../../providers/files/safe-file-name.ts';

type Row = Record<string, unknown>;

/** The row of a file, as far as it names the content. */
export interface FileRow {
  id: number;
  name: string;
  content_type: UploadType;
  storage_name: string | null;
}

/** Returns the path of a customer's file beside the page, under the name that they gave it. */
export const pathOfFile = ({ id, name, content_type }: FileRow) => `files/${id}-${safeFileName(name, content_type)}`;

interface PersonPage {
  tenant: Tenant;
  /** The customer's language. */
  language: string;
  /** Writes an amount. Without a currency it is the marina's. */
  amount: (minor: number, currency?: string) => string;
  /** The time zone of all times. */
  timeZone: string;
  /** The names of the marina's things, by the column that holds their number. */
  names: readonly { column: string; id: number; name: string }[];
  /** The rows of each table, as its JSON file has them. */
  tables: ReadonlyMap<string, readonly string[]>;
}

/** Columns that tell a person nothing: names for programs, hashes, and the account itself. */
const hiddenColumns = /^(account_id|guid|.*hash|sha256|html|version|updated_at|made_at|storage_name|consent_key)$/;

/** Tables that repeat others for programs, or only connect them. */
const hiddenTables = new Set(['audit_entries', 'events', 'webhook_deliveries', 'login_accounts', 'payment_orders']);

const style = `body { font: 16px/1.5 sans-serif; margin: 2rem; color: #111; background: #fff }
table { border-collapse: collapse; font-size: 0.875rem }
th, td { border: 1px solid #767676; padding: 0.25rem 0.5rem; text-align: start; vertical-align: top }
td { max-width: 30rem; overflow-wrap: anywhere }`;

/** Writes everything about one customer as a page that a person can read and print, with amounts and local times. */
export function personPage({ tenant, language, amount, timeZone, names, tables }: PersonPage): string {
  const text = (key: string) => escapeHtml(tenantText(tenant, language, `personPage.${key}`, values));
  const values = { marina: tenant.name, timeZone };
  const shown = [...tables].filter(([name]) => !hiddenTables.has(name));
  // The customer first: name and addresses.
  shown.sort(([a], [b]) => Number(b === 'accounts') - Number(a === 'accounts'));
  const named = namedCells(names, tables);
  const sections = shown.map(([name, lines]) => {
    const rows = lines.map((line) => JSON.parse(line) as Row);
    return tableOf(words(name), rows, (column, row) => cellOf(column, row, { amount, timeZone, named, text }));
  });
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><title>${text('title')}</title><style>${style}</style></head>
<body>
<h1>${text('title')}</h1>
<p>${text('times')}
${text('programs')} ${text('headings')}</p>
${sections.join('\n')}
</body>
</html>
`;
}

/** The HTML of a cell that has the number of something with a name, by column and number. */
type NamedCells = ReadonlyMap<string, string>;

function namedCells(names: PersonPage['names'], tables: PersonPage['tables']): NamedCells {
  const rowsOf = <Content>(table: string) => (tables.get(table) ?? []).map((line) => JSON.parse(line) as Content);
  const boats = rowsOf<{ id: number; name: string }>('boats').map((boat) => ({ column: 'boat_id', ...boat }));
  const cells = [...names, ...boats].map(({ column, id, name }) => [`${column} ${id}`, escapeHtml(name)] as const);
  const files = rowsOf<FileRow>('files').map((file) => {
    const address = pathOfFile(file).split('/').map(encodeURIComponent).join('/');
    return [`file_id ${file.id}`, `<a href="${escapeHtml(address)}">${escapeHtml(file.name)}</a>`] as const;
  });
  return new Map([...cells, ...files]);
}

function tableOf(name: string, rows: readonly Row[], cell: (column: string, row: Row) => string): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (column) => !hiddenColumns.test(column) && rows.some((row) => !isEmpty(row[column])),
  );
  const head = columns.map(
    (column) =>
      `<th scope="col" lang="en">${escapeHtml(words(column.replace(/_minor$/, '').replace(namedColumns, '$1')))}</th>`,
  );
  const body = rows.map((row) => `<tr>${columns.map((column) => `<td>${cell(column, row)}</td>`).join('')}</tr>`);
  return `<h2 lang="en">${escapeHtml(name)}</h2>\n<table>\n<tr>${head.join('')}</tr>\n${body.join('\n')}\n</table>`;
}

/** Columns whose cells show a name in place of a number. */
const namedColumns = /^(site|waiting_list|consent_group|document_type|boat|file)_id$/;

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** Writes a name of the database as words: `order_lines` is "Order lines". */
function words(name: string): string {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;
/** Only such columns hold times. A person may type a text that looks like one, and is none. */
const instantColumns = /(^|_)(at|since|until)$/;

type Cells = Pick<PersonPage, 'amount' | 'timeZone'> & { named: NamedCells; text: (key: 'yes' | 'no') => string };

function cellOf(column: string, row: Row, { amount, timeZone, named, text }: Cells): string {
  const value = row[column];
  if (isEmpty(value)) return '';
  const name = typeof value === 'number' ? named.get(`${column} ${value}`) : undefined;
  if (name !== undefined) return name;
  if (typeof value === 'boolean') return text(value ? 'yes' : 'no');
  if (typeof value === 'number' && column.endsWith('_minor'))
    return amount(value, typeof row.currency === 'string' ? row.currency : undefined);
  if (typeof value === 'string' && value.startsWith('data:image/'))
    return `<img src="${escapeHtml(value)}" alt="${escapeHtml(words(column))}" width="200">`;
  if (instantColumns.test(column) && typeof value === 'string' && instant.test(value))
    return formatSiteTime(new Date(value), timeZone);
  return escapeHtml(typeof value === 'string' ? value : JSON.stringify(value));
}
