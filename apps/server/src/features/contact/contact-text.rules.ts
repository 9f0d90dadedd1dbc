import { contactLimits } from '@quayside/contract/account/contact.ts';
import { toOneLine } from '@quayside/contract/shared/one-line.ts';

export interface ContactText {
  /** Empty if the sender gave none. */
  subject: string;
  message: string;
}

/** Separates 'Subject: {subject}' on the first line from the message. A text without that line is all message. */
export function readContactText(text: string): ContactText {
  const [, subject, message] = /^Subject: ([^\r\n]+)\r?\n([\s\S]*)$/.exec(text) ?? [];
  if (subject === undefined || message === undefined) return { subject: '', message: text };
  return { subject: toOneLine(subject), message: message.trim() };
}

/** Returns the field that is missing or too long; null if none is. */
export function contactProblem({ subject, message }: ContactText): 'subject' | 'message' | null {
  if (subject.length > contactLimits.subject) return 'subject';
  return message === '' || message.length > contactLimits.message ? 'message' : null;
}
