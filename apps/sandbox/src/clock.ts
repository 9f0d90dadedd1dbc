import type { DatabaseSync } from 'node:sqlite';

const everyone = '';

/** The sandbox's own time, in milliseconds since 1970. It can be moved for all, for a merchant or for a client. */
export interface Clock {
  /**
   * Returns the time for a merchant (by its server key) or a client (by its id). Their own offset replaces the
   * common one.
   */
  now(serverKey?: string): number;
  /** Moves the clock of one merchant (`serverKey`), or the common one without it. 0 is real time. */
  move(offsetMs: number, serverKey?: string): void;
}

export function createClock(database: DatabaseSync): Clock {
  const read = database.prepare('select offset_ms from clock where scope in (?, ?) order by scope desc limit 1');
  const write = database.prepare(
    'insert into clock (scope, offset_ms) values (?, ?) ' +
      'on conflict (scope) do update set offset_ms = excluded.offset_ms',
  );
  return {
    now(serverKey = everyone) {
      const row = read.get(serverKey, everyone);
      return Date.now() + Number(row?.['offset_ms'] ?? 0);
    },
    move(offsetMs, serverKey = everyone) {
      write.run(serverKey, offsetMs);
    },
  };
}
