import PostalMime, { type Email } from 'postal-mime';
import { expect, test } from 'vitest';
import type { MailProvider, OutgoingMail } from './mail-provider.ts';

export const sampleMail: OutgoingMail = {
  messageId: 'b7c2.42@saltmarsh.localhost',
  date: new Date('2026-05-16T09:00:00Z'),
  from: { name: 'Port d’Azur', address: 'no-reply@quayside.localhost' },
  to: { name: '', address: 'luc.marin@example.com' },
  replyTo: { name: 'Port d’Azur', address: 'bureau@example.com' },
  subject: 'Reçu 42 de Port d’Azur',
  language: 'fr-FR',
  html: '<p>1 245,00 €, merci à vous</p>',
  text: '1 245,00 €, merci à vous',
  attachments: [
    { fileName: 'Reçu 42.pdf', contentType: 'application/pdf', content: Buffer.from([37, 80, 68, 70, 0, 255]) },
  ],
};

export interface MailProviderUnderTest {
  provider: MailProvider;
  /** Returns the received mails, in the order of arrival. */
  received: () => Promise<Buffer[]>;
}

/** The tests of every mail provider. */
export function describeMailProvider(setUp: () => Promise<MailProviderUnderTest>): void {
  const sendAndRead = async (...mails: OutgoingMail[]): Promise<Email[]> => {
    const { provider, received } = await setUp();
    for (const mail of mails) await provider.send(mail);
    const raw = await received();
    return Promise.all(raw.map((bytes) => PostalMime.parse(bytes)));
  };

  test('a mail arrives as it was sent', async () => {
    const [mail] = await sendAndRead(sampleMail);
    expect(mail).toMatchObject({
      messageId: `<${sampleMail.messageId}>`,
      date: '2026-05-16T09:00:00.000Z',
      from: sampleMail.from,
      to: [sampleMail.to],
      replyTo: [sampleMail.replyTo],
      subject: sampleMail.subject,
      html: expect.stringContaining(sampleMail.html),
      text: expect.stringContaining(sampleMail.text),
    });
    expect(mail?.headers).toContainEqual(expect.objectContaining({ key: 'content-language', value: 'fr-FR' }));
    expect(mail?.attachments).toEqual([
      expect.objectContaining({ filename: 'Reçu 42.pdf', mimeType: 'application/pdf', disposition: 'attachment' }),
    ]);
    expect(Buffer.from(mail?.attachments[0]?.content as ArrayBuffer)).toEqual(sampleMail.attachments[0]?.content);
  });

  test('the same mail twice is the same bytes', async () => {
    const { provider, received } = await setUp();
    await provider.send(sampleMail);
    await provider.send({ ...sampleMail });
    const arrived = await received();
    expect(new Set(arrived.map((bytes) => bytes.toString('base64'))).size).toBe(1);
  });

  test('two mails are two', async () => {
    const mails = await sendAndRead(sampleMail, { ...sampleMail, messageId: 'other.43@saltmarsh.localhost' });
    expect(new Set(mails.map((mail) => mail.messageId))).toEqual(
      new Set(['<b7c2.42@saltmarsh.localhost>', '<other.43@saltmarsh.localhost>']),
    );
  });

  test('a line break in a name or a subject adds no header', async () => {
    const [mail] = await sendAndRead({
      ...sampleMail,
      subject: 'Receipt\r\nBcc: everybody@example.com',
      from: { name: 'Marina\r\nX-Evil: 1', address: 'no-reply@quayside.localhost' },
    });
    const names = mail?.headers.map((header) => header.key);
    expect(names).not.toContain('bcc');
    expect(names).not.toContain('x-evil');
  });
}
