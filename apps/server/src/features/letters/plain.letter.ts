import type { Letter } from './letter.types.ts';

/**
 * Returns a letter of words alone.
 * @param text returns its subject, heading and lead
 * @param more the next steps, and further parts
 */
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
