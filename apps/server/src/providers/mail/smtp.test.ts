import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { describeMailProvider, sampleMail } from './contract-suite.ts';
import { Smtp } from './smtp.ts';

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const thing of opened.splice(0)) thing.close();
});

async function startSmtpServer(options: SMTPServerOptions = {}) {
  const arrived: Buffer[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        arrived.push(Buffer.concat(chunks));
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.on('error', () => {});
  const { port } = server.server.address() as { port: number };
  const provider = new Smtp(`smtp://127.0.0.1:${port}`);
  opened.push(provider, server);
  return { provider, port, received: async () => arrived };
}

describe('SMTP', () => {
  describeMailProvider(() => startSmtpServer());

  test('signs in with what the address says', async () => {
    let login = '';
    const { port } = await startSmtpServer({
      authOptional: false,
      onAuth: (auth, _session, done) => {
        login = `${auth.username}/${auth.password}`;
        done(null, { user: 'marina' });
      },
    });
    const provider = new Smtp(`smtp://marina:p%40ss@127.0.0.1:${port}`);
    opened.push(provider);
    await provider.send(sampleMail);
    expect(login).toBe('marina/p@ss');
  });

  test('[SAFE-5] an address that is refused is final, and the failure does not repeat it', async () => {
    const { provider } = await startSmtpServer({
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`No such user ${address}`), { responseCode: 550 })),
    });
    await expect(provider.send(sampleMail)).rejects.toMatchObject({
      message: 'the mail was not accepted: 550 EENVELOPE',
      isFinal: true,
    });
  });

  test('a server that is busy or away is no final answer', async () => {
    const { provider, port } = await startSmtpServer({
      onData: (stream, _session, done) => {
        stream.resume().on('end', () => done(Object.assign(new Error('Try later'), { responseCode: 451 })));
      },
    });
    await expect(provider.send(sampleMail)).rejects.toMatchObject({ isFinal: false });
    for (const thing of opened.splice(0)) thing.close();
    const away = new Smtp(`smtp://127.0.0.1:${port}`);
    await expect(away.send(sampleMail)).rejects.toMatchObject({ isFinal: false });
  });
});
