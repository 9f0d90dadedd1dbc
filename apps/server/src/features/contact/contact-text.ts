import { contactLimits } from '@quayside/contract/contact.ts';

export interface ContactText {
  /** Empty where the sender named none. */
  subject: string;
  message: string;
}

/** Takes 'Subject: {subject}', a line break and the message apart. A text without that first line is all message. */
export function readContactText(text: string): ContactText {
  const [, subject, message] = /^Subject: ([^\r\n]+)\r?\n([\s\S]*)$/.exec(text) ?? [];
  if (subject === undefined || message === undefined) return { subject: '', message: text };
  return { subject: subject.trim(), message: message.trim() };
}

/** The field that is missing or too long; null for none. */
export function contactProblem({ subject, message }: ContactText): 'subject' | 'message' | null {
  if (subject.length > contactLimits.subject) return 'subject';
  return message === '' || message.length > contactLimits.message ? 'message' : null;
}
