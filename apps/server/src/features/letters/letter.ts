import type { Brand } from '../tenant/brand.ts';

/**
 * What goes out in the marina's name, without how it looks: letter-html.ts, letter-text.ts and letter-pdf.ts make it
 * look. All texts are ready to read.
 */
export interface Letter {
  subject: string;
  /** What it is, in a line: also what an inbox shows beside the subject. */
  lead: string;
  heading: string;
  /** The one figure that matters, if it is about one. */
  figure: { label: string; value: string } | null;
  /** Such as that no money moved; stands out. */
  notice: string | null;
  facts: readonly Fact[];
  table: AmountTable | null;
  /** What to do next, a paragraph each. */
  next: readonly string[];
  /** Only where there is something to press. */
  action: { label: string; url: string } | null;
}

export interface Fact {
  label: string;
  value: string;
  /** What a screen reader says instead, such as `ending 1234`. */
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
  /** Empty: about no boat. */
  boat: string;
  amount: string;
}

/** Who writes: the marina's head and the office's address at the foot. */
export interface Sender {
  name: string;
  brand: Brand;
  /** Its logo as SVG; null: its name is written instead. */
  logo: string | null;
  language: string;
  /** How to reach the office; empty lines are left out. */
  office: { heading: string; name: string; address: readonly string[]; telephone: string; email: string };
  /** Why the reader gets this. */
  reason: string;
}
