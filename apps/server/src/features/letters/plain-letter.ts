import type { Letter } from './letter.ts';

/** A letter of words. @param text says its subject, heading and lead @param more what to do next, and what else it has */
export function plainLetter(text: (key: string) => string, more: Pick<Letter, 'next'> & Partial<Letter>): Letter {
  return {
    subject: text('subject'),
    heading: text('heading'),
    lead: text('lead'),
    figure: null,
    notice: null,
    facts: [],
    table: null,
    action: null,
    ...more,
  };
}
