import { createTransport, type Transporter } from 'nodemailer';
import { MailFailure, type MailProvider, type OutgoingMail } from './mail-provider.ts';
import { composeMail } from './rfc5322.ts';

const timeoutMs = 20_000;

/** Sends mails through an SMTP server. */
export class Smtp implements MailProvider {
  readonly #transport: Transporter;

  /**
   * @param url `smtp://user:password@host:port` or `smtps://…`, with nodemailer's options such as `?requireTLS=true`
   */
  constructor(url: string) {
    const address = new URL(url);
    const defaults = {
      pool: 'true',
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    };
    for (const [name, value] of Object.entries(defaults)) {
      if (!address.searchParams.has(name)) address.searchParams.set(name, String(value));
    }
    this.#transport = createTransport(address.href);
  }

  async send(mail: OutgoingMail): Promise<void> {
    try {
      await this.#transport.sendMail({
        envelope: { from: mail.from.address, to: [mail.to.address] },
        raw: await composeMail(mail),
      });
    } catch (error) {
      throw failureOf(error);
    }
  }

  close(): void {
    this.#transport.close();
  }
}

/** Returns the failure with its codes alone, because the server's text may repeat an address. */
function failureOf(error: unknown): MailFailure {
  const { code = 'ERROR', responseCode } = error as { code?: string; responseCode?: number };
  // RFC 5321: 5xx is permanent. 530 and 535 are about our own login, which the operator will correct.
  const isFinal = responseCode !== undefined && responseCode >= 550 && responseCode < 600;
  return new MailFailure(responseCode === undefined ? code : `${responseCode} ${code}`, isFinal);
}
