import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { sendPage, unframed } from '../http/page.ts';
import { routeSourceFile } from '../http/source-file.ts';
import { mailPage, mailsPage, missingPage, withInlineImages } from './mail-pages.ts';
import { styleSources } from './style-sources.ts';
import { contentOf, findMail, listMails, type StoredMail, summarise } from './messages.ts';

interface MailAddress {
  Params: { id: string; index: string };
  Querystring: { to?: string };
}

const styles = ['/mailbox.css'];

/** Creates the viewer of the mails that the server writes as files: pages for people, JSON for tests. */
export function createMailbox(folder: string): FastifyInstance {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true }, forceCloseConnections: true });
  routeSourceFile(app, '/mailbox.css', new URL('mailbox.css', import.meta.url));
  routePages(app, folder);
  routeJson(app, folder);
  return app;
}

function routePages(app: FastifyInstance, folder: string): void {
  const own = { ...unframed, 'frame-src': "'self'" };
  app.get('/', async (_request, reply) => {
    const mails = await listMails(folder);
    return sendPage(reply, { language: 'en', title: 'Mailbox', styles, body: mailsPage(mails.map(summarise)) }, own);
  });
  app.get<MailAddress>('/mail/:id', async ({ params }, reply) => {
    const mail = await findMail(folder, params.id);
    if (mail === undefined) return sendMissing(reply);
    const title = mail.email.subject ?? 'Mail';
    return sendPage(reply, { language: 'en', title, styles, body: mailPage(mail) }, own);
  });
  app.get<MailAddress>('/mail/:id/html', async ({ params }, reply) => {
    const mail = await findMail(folder, params.id);
    return mail?.email.html === undefined ? sendMissing(reply) : sendMailBody(reply, mail);
  });
  app.get<MailAddress>('/mail/:id/source', async ({ params }, reply) => {
    const mail = await findMail(folder, params.id);
    if (mail === undefined) return sendMissing(reply);
    return reply.header('X-Content-Type-Options', 'nosniff').type('text/plain; charset=utf-8').send(mail.raw);
  });
}

/**
 * Sends a stranger's markup with an opaque origin of its own, without scripts and without access to the network. It has
 * the styles that it came with, and no others.
 */
function sendMailBody(reply: FastifyReply, mail: StoredMail): FastifyReply {
  const markup = withInlineImages(mail);
  const policy = [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    `style-src ${styleSources(markup).join(' ')}`,
    'img-src data:',
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return reply
    .header('Content-Security-Policy', policy.join('; '))
    .header('Referrer-Policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(`<base target="_blank">${markup}`);
}

function routeJson(app: FastifyInstance, folder: string): void {
  app.get<MailAddress>('/messages', async ({ query }) => {
    const summaries = (await listMails(folder)).map(summarise);
    const { to } = query;
    return {
      messages: to === undefined ? summaries : summaries.filter((mail) => mail.to.some((one) => one.includes(to))),
    };
  });
  app.get<MailAddress>('/messages/:id', async ({ params }, reply) => {
    const mail = await findMail(folder, params.id);
    if (mail === undefined) return reply.code(404).send({ message: 'There is no such mail.' });
    const { text = null, html: markup = null, headers } = mail.email;
    return { ...summarise(mail), text, html: markup, headers };
  });
  app.get<MailAddress>('/messages/:id/attachments/:index', async ({ params }, reply) => {
    const attachment = (await findMail(folder, params.id))?.email.attachments[Number(params.index)];
    if (attachment === undefined) return reply.code(404).send({ message: 'There is no such attachment.' });
    const name = encodeURIComponent(attachment.filename ?? 'attachment');
    return reply
      .header('Content-Disposition', `attachment; filename*=UTF-8''${name}`)
      .header('X-Content-Type-Options', 'nosniff')
      .header('Content-Security-Policy', "sandbox; default-src 'none'")
      .type(attachment.mimeType)
      .send(contentOf(attachment));
  });
}

function sendMissing(reply: FastifyReply): FastifyReply {
  return sendPage(reply.code(404), { language: 'en', title: 'No such mail', styles, body: missingPage() });
}
