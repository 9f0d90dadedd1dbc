import { ink } from '@quayside/contract/tenant/contrast.ts';
import { directionOf } from '../../lib/texts/text-direction.ts';
import type { AmountRow, AmountTable, Fact, Letter, Sender } from './letter.types.ts';

const muted = '#51647a';
const hairline = '#dfe5ea';
// The portal's fonts, and then those of mail programs that have neither.
const fonts = "Figtree,system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** The content id of the logo's part. */
export const logoId = 'logo';

/** In pixels. The picture has three times as many, for sharp screens. */
const logoHeight = 40;

/** The styles that differ between letters. */
interface Style {
  /** The sides of a text in the reader's language. Mail programs know left and right, but not start and end. */
  start: 'left' | 'right';
  end: 'left' | 'right';
  font: string;
  cell: string;
}

function styleOf({ language, font: own }: Sender): Style {
  const font = `font-family:${own === null ? '' : `'${own}',`}${fonts}`;
  const cell = `${font};font-size:16px;line-height:24px;color:${ink}`;
  const [start, end] = directionOf(language) === 'rtl' ? (['right', 'left'] as const) : (['left', 'right'] as const);
  return { start, end, font, cell };
}

/**
 * Writes the letter as HTML that mail programs show alike: tables, inline styles, and nothing that has to be loaded.
 * The classes are for programs that know dark mode; others show it as paper.
 */
export function letterHtml(letter: Letter, sender: Sender): string {
  const style = styleOf(sender);
  return `<!doctype html>
<html lang="${escape(sender.language)}" dir="${directionOf(sender.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(letter.subject)}</title>
<style>
@media (max-width: 480px) {
  .side { padding-left: 20px !important; padding-right: 20px !important; }
  .title { font-size: 24px !important; line-height: 32px !important; }
  .facts { width: 100% !important; }
  .label { width: 34% !important; white-space: normal !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background: #091826 !important; }
  .sheet { background: #0f2233 !important; border-color: #22384c !important; }
  .ink { color: #e9f0f6 !important; }
  .muted { color: #a3b5c6 !important; }
  .rule { border-color: #2a4258 !important; }
  .link { color: #e9f0f6 !important; }
  .logo { padding: 8px 12px !important; border-radius: 8px !important; }
  .notice { background: #3a2c10 !important; color: #ffe2b0 !important; border-color: #6b5322 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f6f9fb">
<div style="display:none;max-height:0;overflow:hidden">${escape(letter.lead)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f9fb">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0"
style="max-width:600px;background:#ffffff;border:1px solid ${hairline};border-radius:12px;border-collapse:separate;
overflow:hidden">
${head(sender, style)}
<tr><td class="side" style="padding:32px 32px 8px">
${opening(letter, style)}
${letter.facts.length > 0 ? factTable(letter.facts, style) : ''}
${letter.table ? amountTable(letter.table, style) : ''}
${paragraphs(letter.quote ?? [], style)}
${letter.action ? button(letter.action, sender, style) : ''}
${paragraphs(letter.next, style)}
</td></tr>
${foot(sender, style)}
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const paragraphs = (texts: readonly string[], style: Style) => texts.map((text) => paragraph(text, style)).join('\n');

function head(sender: Sender, style: Style): string {
  return sender.logoPicture === null ? headWithName(sender, style) : headWithLogo(sender, style);
}

/**
 * Shows the logo as papers do: below a bar in the marina's colour. It stays on white, because it is drawn for that. The
 * name that stands for a picture that is not loaded has room for two lines.
 */
function headWithLogo({ name, brand, logoPicture }: Sender, { cell }: Style): string {
  const width = Math.round((logoHeight * (logoPicture?.readUInt32BE(16) ?? 0)) / (logoPicture?.readUInt32BE(20) || 1));
  return `<tr><td style="background:${brand.colour};font-size:0;line-height:8px;height:8px">&nbsp;</td></tr>
<tr><td class="side" style="padding:24px 32px 0">
<table role="presentation" cellpadding="0" cellspacing="0"><tr><td class="logo" style="background:#ffffff">
<img src="cid:${logoId}" alt="${escape(name)}" width="${width}" height="${logoHeight}"
style="display:block;border:0;${cell};font-size:16px;line-height:20px;font-weight:600">
</td></tr></table>
</td></tr>`;
}

function headWithName({ name, brand }: Sender, { font }: Style): string {
  const on = `${font};color:${brand.onColour}`;
  return `<tr><td class="side" style="background:${brand.colour};padding:20px 32px">
<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td aria-hidden="true" width="40" valign="middle">
<div style="${on};width:36px;height:36px;font-size:20px;font-weight:700;line-height:36px;text-align:center;
border:2px solid ${brand.onColour};border-radius:10px">${escape(name.charAt(0).toUpperCase())}</div></td>
<td style="${on};font-size:20px;font-weight:600;line-height:28px;padding:0 12px">${escape(name)}</td>
</tr></table>
</td></tr>`;
}

function opening({ heading, lead, notice, figure }: Letter, style: Style): string {
  const { font, cell } = style;
  const noticeHtml = notice
    ? `<p class="notice" style="${font};font-size:14px;line-height:20px;font-weight:600;color:#744900;
background:#fcf2de;border:1px solid #ecd9ac;border-radius:8px;padding:10px 14px;margin:0 0 20px">${escape(notice)}</p>`
    : '';
  return `${noticeHtml}<h1 class="ink title"
style="${cell};font-size:28px;line-height:36px;font-weight:600;margin:0 0 8px">${escape(heading)}</h1>
<p class="ink" style="${cell};margin:0 0 24px">${escape(lead)}</p>
${figure ? largeFigure(figure, style) : ''}`;
}

/** Writes what may be a person's own words: in their direction, and at the side of the letter's other texts. */
function paragraph(text: string, { start, cell }: Style): string {
  return `<p dir="auto" class="ink" style="${cell};margin:0 0 12px;text-align:${start}">${escape(text)}</p>`;
}

function largeFigure({ label, value }: { label: string; value: string }, { cell }: Style): string {
  return `<p class="muted" style="${cell};font-size:14px;line-height:20px;color:${muted};margin:0">${escape(label)}</p>
<p class="ink" style="${cell};font-size:36px;line-height:44px;font-weight:600;margin:0 0 20px">${escape(value)}</p>`;
}

function factTable(facts: readonly Fact[], { start, end, cell }: Style): string {
  const rows = facts.map(
    ({ label, value, spoken }) => `<tr>
<th scope="row" align="${start}" class="muted label"
style="${cell};font-size:14px;font-weight:400;color:${muted};padding:4px 0;vertical-align:top;white-space:nowrap"
>${escape(label)}</th>
<td dir="auto" class="ink"
style="${cell};font-size:14px;padding:4px 16px;padding-${end}:0;text-align:${start};vertical-align:top;
word-break:break-word">${factValue(value, spoken)}</td>
</tr>`,
  );
  return `<table class="facts" cellpadding="0" cellspacing="0" style="margin:0 0 28px">${rows.join('\n')}</table>`;
}

function factValue(value: string, spoken?: string): string {
  if (spoken === undefined) return escape(value);
  return `<span role="img" aria-label="${escape(spoken)}">${escape(value)}</span>`;
}

function amountTable({ caption, headings, rows, total }: AmountTable, { start, end, cell }: Style): string {
  const line = `border-bottom:1px solid ${hairline}`;
  const amount =
    `${cell};padding:12px 0;padding-${start}:16px;text-align:${end};vertical-align:top;` +
    'white-space:nowrap;font-variant-numeric:tabular-nums';
  const heading = `${cell};font-size:14px;font-weight:400;color:${muted};padding:0 0 8px;${line}`;
  const lines = rows.map(
    (row) => `<tr>
<td dir="auto" class="ink rule"
style="${cell};padding:12px 0;text-align:${start};${line}"
>${escape(row.description)}${rowDetail(row, headings.number)}</td>
<td class="ink rule" style="${amount};${line}">${escape(row.amount)}</td>
</tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 28px;border-collapse:collapse">
<caption class="ink"
style="${cell};font-size:18px;font-weight:600;text-align:${start};padding:0 0 12px">${escape(caption)}</caption>
<tr><th scope="col" align="${start}" class="muted rule" style="${heading}">${escape(headings.description)}</th>
<th scope="col" class="muted rule" style="${heading};text-align:${end}">${escape(headings.amount)}</th></tr>
${lines.join('\n')}
<tr>
<th scope="row" align="${start}" class="ink" style="${cell};font-weight:600;padding:12px 0">${escape(total.label)}</th>
<td class="ink" style="${amount};font-weight:600">${escape(total.amount)}</td></tr>
</table>`;
}

function rowDetail({ number, boat }: AmountRow, numberHeading: string): string {
  if (number === '') return '';
  const detail = [`${numberHeading} ${number}`, boat].filter(Boolean).join(' · ');
  return `<br><span class="muted" style="font-size:14px;color:${muted}">${escape(detail)}</span>`;
}

function button({ label, url }: { label: string; url: string }, { brand }: Sender, { font }: Style): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:4px 0 28px"><tr>
<td style="background:${brand.colour};border-radius:8px"><a href="${escape(url)}"
style="${font};display:inline-block;font-size:16px;font-weight:600;line-height:24px;color:${brand.onColour};
text-decoration:none;padding:10px 20px">${escape(label)}</a></td>
</tr></table>`;
}

function foot({ office, reason, brand }: Sender, { font }: Style): string {
  const small = `${font};font-size:14px;line-height:22px;color:${muted}`;
  const link = `class="link" style="color:${brand.text}"`;
  const lines = [
    office.name && `<strong class="ink" style="color:${ink};font-weight:600">${escape(office.name)}</strong>`,
    ...office.address.map(escape),
    office.telephone &&
      `<a href="tel:${escape(office.telephone.replace('(0)', '').replace(/[^\d+]/g, ''))}" ` +
        `${link}>${escape(office.telephone)}</a>`,
    office.email && `<a href="mailto:${escape(office.email)}" ${link}>${escape(office.email)}</a>`,
  ];
  return `<tr><td class="side rule muted" style="${small};padding:24px 32px;border-top:1px solid ${hairline}">
<p style="margin:0 0 12px">${escape(office.heading)}<br>${lines
    .filter(Boolean)
    .map((line) => `<span dir="auto">${line}</span>`)
    .join('<br>')}</p>
<p style="margin:0;font-size:12px;line-height:18px">${escape(reason)}</p>
</td></tr>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
