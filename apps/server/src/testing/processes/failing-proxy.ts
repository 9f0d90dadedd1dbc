import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface DatabaseProxy {
  /** The database's URL by way of the proxy. */
  url: string;
  /**
   * Changes how the proxy treats connections. `swallows` accepts them and forwards nothing, in either direction,
   * like a firewall that drops packets; `refuses` cuts them and stops listening.
   */
  become: (manner: 'passes' | 'swallows' | 'refuses') => Promise<void>;
  /** Swallows the open connections only. New ones pass. */
  swallowOpen: () => void;
  /** Ends the open connections for the client alone. PostgreSQL keeps their sessions, as after a lost network. */
  abandonOpen: () => void;
  /** Cuts the open connections, and leads new ones to another database, as a balancer does after a failover. */
  leadTo: (databaseUrl: string) => void;
  close: () => Promise<void>;
}

/**
 * Starts a TCP proxy in front of a test's PostgreSQL, whose network fails on demand.
 * @param databaseUrl over a unix socket
 */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  let path = socketOf(databaseUrl);
  const pairs = new Set<[Socket, Socket]>();
  let swallows = false;
  const silence = () => {
    for (const pair of pairs) for (const end of pair) end.unpipe().resume();
  };
  const server = createServer((client) => {
    const behind = connect(path);
    const pair: [Socket, Socket] = [client, behind];
    pairs.add(pair);
    for (const [end, other] of [pair, [behind, client]] as const) {
      end.on('error', () => {});
      end.on('close', () => {
        if (pairs.delete(pair)) other.destroy();
      });
      if (swallows) end.resume();
      else end.pipe(other);
    }
  });
  const listen = (port: number) => new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const pair of pairs) for (const end of pair) end.destroy();
  };
  const abandoned = new Set<Socket>();
  const abandon = () => {
    for (const pair of pairs) {
      const [client, behind] = pair;
      pairs.delete(pair);
      abandoned.add(behind.unpipe().resume());
      client.resetAndDestroy();
    }
  };
  const stop = async () => {
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
    cut();
    await closed;
  };
  const url = new URL(databaseUrl);
  url.search = '';
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    become: async (manner) => {
      swallows = manner === 'swallows';
      if (swallows) silence();
      if (manner === 'refuses') return stop();
      if (!server.listening) await listen(port);
    },
    swallowOpen: silence,
    abandonOpen: abandon,
    leadTo: (other) => {
      path = socketOf(other);
      cut();
    },
    close: async () => {
      for (const behind of abandoned) behind.destroy();
      if (server.listening) await stop();
    },
  };
}

/** Returns the path of the unix socket that a connection string names. */
function socketOf(databaseUrl: string): string {
  const { searchParams, hostname, port } = new URL(databaseUrl);
  return `${searchParams.get('host') ?? decodeURIComponent(hostname)}/.s.PGSQL.${port || '5432'}`;
}
