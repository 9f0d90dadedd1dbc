import { html, type Markup } from '../http/html.ts';
import { contentOf, type MailSummary, type StoredMail, summarise } from './messages.ts';

/** The list of mails. */
export function mailsPage(mails: readonly MailSummary[]): Markup {
  return html`<header><h1>Mailbox</h1>
<p>${count(mails.length)} on this machine. Nothing is sent anywhere. <a href="/">Look again</a></p></header>
<main>${mails.length === 0 ? empty() : html`<ul class="mails">${mails.map(row)}</ul>`}</main>`;
}

function row(mail: MailSummary): Markup {
  return html`<li><a href="/mail/${encodeURIComponent(mail.id)}">
<span class="subject">${subject(mail.subject)}</span>
<span class="people">${mail.to.join(', ')}</span>
<span class="when">${when(mail.receivedAt)}</span>
${mail.attachments.length === 0 ? undefined : html`<span class="files">${files(mail.attachments.length)}</span>`}
</a></li>
`;
}

/** One mail. */
export function mailPage(mail: StoredMail): Markup {
  const summary = summarise(mail);
  const address = `/mail/${encodeURIComponent(mail.id)}`;
  const { text, html: markup } = mail.email;
  return html`<header><p><a href="/">← Mailbox</a></p><h1>${subject(summary.subject)}</h1>
<dl>
<div><dt>From</dt><dd>${summary.from}</dd></div>
<div><dt>To</dt><dd>${summary.to.join(', ')}</dd></div>
<div><dt>Received</dt><dd>${when(summary.receivedAt)}</dd></div>
</dl></header>
<main>
${
  summary.attachments.length === 0
    ? undefined
    : html`<h2>Attachments</h2><ul class="attachments">${summary.attachments.map(
        ({ href, filename, size }) =>
          html`<li><a href="${href}" download>${filename}</a> <span>${kilobytes(size)}</span></li>`,
      )}</ul>`
}
${
  markup === undefined
    ? undefined
    : html`<h2>Message</h2><iframe src="${address}/html" title="The message"
sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
}
${
  text === undefined
    ? undefined
    : html`<details ${markup === undefined ? html`open` : undefined}>
<summary>Plain text</summary><pre>${text}</pre></details>`
}
<p><a href="${address}/source">Source</a></p>
</main>`;
}

export function missingPage(): Markup {
  return html`<header><p><a href="/">← Mailbox</a></p><h1>There is no such mail.</h1></header>`;
}

/** Returns the HTML part with its own pictures (cid:) written into it, so that it needs nothing else. */
export function withInlineImages({ email }: StoredMail): string {
  return email.attachments.reduce((markup, attachment) => {
    const id = attachment.contentId?.replace(/^<|>$/g, '');
    if (id === undefined || !attachment.mimeType.startsWith('image/')) return markup;
    return markup.replaceAll(
      `cid:${id}`,
      `data:${attachment.mimeType};base64,${contentOf(attachment).toString('base64')}`,
    );
  }, email.html ?? '');
}

function empty(): Markup {
  return html`<p class="empty">No mail yet. Mails of the portal, a receipt for example, appear here.</p>`;
}

function subject(text: string): string {
  return text === '' ? '(no subject)' : text;
}

function count(mails: number): string {
  return mails === 1 ? '1 mail' : `${mails} mails`;
}

function files(attachments: number): string {
  return attachments === 1 ? '1 attachment' : `${attachments} attachments`;
}

function kilobytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1024))} kB`;
}

function when(iso: string): Markup {
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
  return html`<time datetime="${iso}">${text}</time>`;
}
