/** How long the database may take, in milliseconds; null: as long as it likes. */
export interface DatabaseLimits {
  /** Until a new connection stands. */
  connectMs: number;
  /** Until a connection of the pool is free. */
  queueMs: number;
  /** Until a row that others hold is free. */
  lockMs: number | null;
  /** For a statement, what it waits for included. */
  statementMs: number | null;
  /** Between two statements of a transaction, which holds up others meanwhile. */
  transactionIdleMs: number | null;
}

/** How much later than PostgreSQL itself would have ended a statement its silence can only be the network's. */
export const silenceGraceMs = 1_000;

/** For the server: whoever waits longer has left, and a network that swallows packets is noticed within 10 s. */
export const servingLimits: DatabaseLimits = {
  connectMs: 5_000,
  queueMs: 8_000,
  lockMs: 5_000,
  statementMs: 8_000,
  transactionIdleMs: 30_000,
};

/** For commands, which may have a million rows to store, and for whatever says nothing else. */
export const patientLimits: DatabaseLimits = {
  connectMs: 10_000,
  queueMs: 60_000,
  lockMs: null,
  statementMs: null,
  transactionIdleMs: null,
};
