import type { AmountTable, Letter, Sender } from './letter.types.ts';

const width = 72;

/** Writes the letter as plain text, with amounts aligned at the right. */
export function letterText(letter: Letter, sender: Sender): string {
  const { office } = sender;
  const parts = [
    sender.name.toUpperCase(),
    letter.notice === null ? '' : `*** ${letter.notice} ***`,
    wrap(letter.heading),
    wrap(letter.lead),
    factLines(letter),
    letter.table ? tableLines(letter.table) : '',
    ...(letter.quote ?? []).map(wrap),
    letter.action ? `${letter.action.label}\n${letter.action.url}` : '',
    ...letter.next.map(wrap),
    [office.heading, office.name, ...office.address, office.telephone, office.email].filter(Boolean).join('\n'),
    `-- \n${wrap(sender.reason)}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function factLines({ figure, facts }: Letter): string {
  const all = figure ? [figure, ...facts] : facts;
  const longest = Math.max(...all.map((fact) => fact.label.length));
  return all.map((fact) => `${fact.label.padEnd(longest)}  ${fact.value}`).join('\n');
}

function tableLines({ caption, headings, rows, total }: AmountTable): string {
  const rule = '-'.repeat(width);
  const lines = rows.flatMap(({ number, description, boat, amount }) => [
    amountLine(description, amount),
    ...(number === '' ? [] : [`  ${[`${headings.number} ${number}`, boat].filter(Boolean).join(', ')}`]),
  ]);
  return [caption, rule, ...lines, rule, amountLine(total.label, total.amount)].join('\n');
}

function amountLine(label: string, amount: string): string {
  const room = width - label.length - amount.length;
  return room > 0 ? label + ' '.repeat(room) + amount : `${label}\n${amount.padStart(width)}`;
}

function wrap(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}
