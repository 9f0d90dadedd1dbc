import type { Brand } from '../tenant/tenant.exports.ts';

/**
 * A letter in the marina's name, without its layout: letter-html.presenter.ts, letter-text.presenter.ts and
 * letter.paper.ts add that. All texts are ready to read.
 */
export interface Letter {
  subject: string;
  /** One line that says what it is about. An inbox shows it beside the subject. */
  lead: string;
  heading: string;
  /** The one figure that matters, if there is one. */
  figure: { label: string; value: string } | null;
  /** A notice that stands out, such as that no money moved. */
  notice: string | null;
  facts: readonly Fact[];
  table: AmountTable | null;
  /** The sender's own words in paragraphs, if the letter brings them. They stand before the button. */
  quote?: readonly string[];
  /** The next steps, one paragraph each. */
  next: readonly string[];
  /** Only if there is something to press. */
  action: { label: string; url: string } | null;
}

export interface Fact {
  label: string;
  value: string;
  /** The text for a screen reader, such as `ending 1234`. */
  spoken?: string;
}

export interface AmountTable {
  caption: string;
  headings: Record<keyof AmountRow, string>;
  rows: readonly AmountRow[];
  total: { label: string; amount: string };
}

export interface AmountRow {
  number: string;
  description: string;
  /** Empty: it is about no boat. */
  boat: string;
  amount: string;
}

/** The sender: the marina's head, and the office's address at the foot. */
export interface Sender {
  name: string;
  brand: Brand;
  /** The logo as SVG, for papers; null: the name is written instead. */
  logo: string | null;
  /** The logo as PNG, for mails; null: the name is written instead. */
  logoPicture: Buffer | null;
  /** The name of the marina's own font, for mails; null: ours. Papers get it with their templates. */
  font: string | null;
  language: string;
  /** The office's details. Empty lines are left out. */
  office: { heading: string; name: string; address: readonly string[]; telephone: string; email: string };
  /** The reason why the reader gets this letter. */
  reason: string;
}
