import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requestPasswordReset } from '@quayside/contract/identity/passwords.ts';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from './testing/app.ts';
import { DocumentMarina } from './testing/document-marina.ts';
import { makeAccount, makeLogin, makeTenant, type SignedIn } from './testing/factories/factories.ts';
import { HttpClient } from './testing/http-client.ts';
import { type ServerProcess, startServerProcess } from './testing/processes/server-process.ts';
import { startS3 } from './testing/s3/server.ts';

/** Takes something outside of a running server away, and brings it back. The server is not restarted. */

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await startTestApp();
  app.clock.set(new Date().toISOString());
  folder = mkdtempSync(join(tmpdir(), 'quayside-test-outside-'));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Gate extends Outside {
  port: number;
}

interface Outside {
  /** Takes the service behind it away, also for open connections, or brings it back. */
  away: (isAway: boolean) => void;
}

/** Opens a port that leads to a service, as long as it is not away. */
async function openGate(to: number): Promise<Gate> {
  const sockets = new Set<Socket>();
  let isGone = false;
  const server: Server = createServer((client) => {
    if (isGone) return void client.destroy();
    const behind = connect(to, '127.0.0.1');
    for (const end of [client, behind]) {
      sockets.add(end);
      end.on('error', () => {}).on('close', () => [client, behind].map((each) => each.destroy()));
    }
    client.pipe(behind).pipe(client);
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    away: (isAway) => {
      isGone = isAway;
      if (isAway) for (const socket of sockets) socket.destroy();
    },
  };
}

async function start(env: NodeJS.ProcessEnv, disk: { diskMegabytes?: number } = {}): Promise<ServerProcess> {
  const server = await startServerProcess({
    database: app.testDatabase,
    sandboxUrl: 'http://127.0.0.1:9',
    dataDir: folder,
    ...disk,
    env: { DEMO: 'off', WORKER: 'off', ...env },
  });
  onTestFinished(() => server.kill());
  return server;
}

/** Returns a customer at the server's own port. */
function at({ url }: ServerProcess, { client, ...rest }: SignedIn, key: string): SignedIn {
  const own = new HttpClient(url, key);
  for (const [name, value] of client.cookies) own.cookies.set(name, value);
  return { ...rest, client: own };
}

/** Hands in a document while something is away, then again when it is back. */
async function handIn(marina: DocumentMarina, server: ServerProcess, gate: Outside) {
  const robin = at(server, marina.robin, marina.tenant.key);
  const id = await marina.announced();
  gate.away(true);
  const refused = await marina.send(id, undefined, undefined, robin);
  const between = await marina.shown();
  const stored = await marina.rowsOf('files');
  gate.away(false);
  const taken = await marina.send(id, undefined, undefined, robin);
  return { refused, between, stored, taken, after: await marina.shown() };
}

test('[RUN-9] while a bucket is away, an upload is refused clearly, leaves nothing, and later works', async () => {
  const keys = { accessKeyId: 'QUAYSIDETEST', secretAccessKey: 'a/secret+key' };
  const s3 = await startS3({ bucket: 'files', region: 'eu-west-1', ...keys });
  onTestFinished(() => s3.close());
  const gate = await openGate(Number(new URL(s3.url).port));
  const server = await start({
    S3_BUCKET: 'files',
    S3_REGION: 'eu-west-1',
    S3_ENDPOINT: `http://127.0.0.1:${gate.port}`,
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
  });
  const kept = s3.count();
  const { refused, between, taken, after } = await handIn(await DocumentMarina.open(app), server, gate);
  expect(refused.status).toBeGreaterThanOrEqual(500);
  expect(refused.body).toMatchObject({ responseStatus: { message: expect.stringMatching(/\w/) } });
  expect(between?.hasAccountDocument).toBe(false);
  expect([taken.status, after?.hasAccountDocument, s3.count()]).toEqual([200, true, kept + 1]);
});

test('[RUN-9] while a virus scanner is away, no unchecked file is taken; uploads work again later', async () => {
  const daemon = createServer((socket) => {
    let receivedBytes = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (data: Buffer) => {
      receivedBytes = Buffer.concat([receivedBytes, data]);
      if (receivedBytes.subarray(-4).equals(Buffer.alloc(4))) socket.end('stream: OK\0');
    });
  });
  await new Promise<void>((listening) => void daemon.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void daemon.close());
  const gate = await openGate((daemon.address() as AddressInfo).port);
  const server = await start({ CLAMAV_HOST: '127.0.0.1', CLAMAV_PORT: String(gate.port) });
  const { refused, between, taken, after } = await handIn(await DocumentMarina.open(app), server, gate);
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(refused.body).toMatchObject({ responseStatus: { message: expect.stringMatching(/\w/) } });
  expect(between?.hasAccountDocument).toBe(false);
  expect([taken.status, after?.hasAccountDocument]).toEqual([200, true]);
});

test('[RUN-9] on a full disk, an upload is refused clearly, leaves nothing, and later works', async () => {
  const server = await start({}, { diskMegabytes: 16 });
  const inside = `/proc/${server.pid}/root${folder}`; // nobody else sees this disk
  const ballast = join(inside, 'ballast');
  const files = () => readdirSync(inside, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const disk: Outside = {
    away: (isAway) => {
      if (!isAway) return rmSync(ballast);
      expect(() => writeFileSync(ballast, Buffer.alloc(32 * 1024 * 1024))).toThrow('ENOSPC');
      kept = files().length;
    },
  };
  let kept = 0;
  const { refused, between, taken, after } = await handIn(await DocumentMarina.open(app), server, disk);
  expect(refused.status).toBeGreaterThanOrEqual(500);
  expect(refused.body).toMatchObject({ responseStatus: { message: expect.stringMatching(/\w/) } });
  expect(between?.hasAccountDocument).toBe(false);
  expect([taken.status, after?.hasAccountDocument]).toEqual([200, true]);
  expect(files().length).toBe(kept); // the file has taken the ballast's place
});

test('[RUN-9] while a mail server is away, requests are taken and the mail waits, and then goes out once', async () => {
  const received: string[] = [];
  const mails = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) =>
      void stream.resume().on('end', () => {
        received.push(...session.envelope.rcptTo.map(({ address }) => address));
        done();
      }),
  });
  mails.on('error', () => {});
  await new Promise<void>((listening) => void mails.listen(0, '127.0.0.1', listening));
  onTestFinished(() => mails.close());
  const gate = await openGate((mails.server.address() as AddressInfo).port);
  const marina = await makeTenant(app, { hosts: ['mails.localhost'] });
  const { email } = await makeLogin(marina, await makeAccount(marina));
  const server = await start({ WORKER: 'on', MAIL_URL: `smtp://127.0.0.1:${gate.port}` });
  gate.away(true);
  const { status } = await new HttpClient(server.url, marina.key).call(requestPasswordReset, { body: { email } });
  expect(status).toBe(200);
  const tries = async () => {
    const { rows } = await sql<{ attempts: number }>`
      select attempts from graphile_worker._private_jobs order by attempts desc limit 1`.execute(
      app.database.unsafeWithoutTenant(),
    );
    return rows[0]?.attempts ?? 0;
  };
  await expect.poll(tries, { timeout: 30_000 }).toBeGreaterThan(0);
  expect(received).toEqual([]);
  gate.away(false);
  const isSent = async () =>
    (await marina.db.selectFrom('mails').select('sent_at').executeTakeFirstOrThrow()).sent_at !== null;
  await expect.poll(isSent, { timeout: 60_000 }).toBe(true);
  expect(received).toEqual([email]);
});
