/** The time limits of the database, in milliseconds; null: no limit. */
export interface DatabaseLimits {
  /** The time to open a new connection. */
  connectMs: number;
  /** The time to wait for a free connection of the pool. */
  queueMs: number;
  /** The time to wait for a row that others have locked. */
  lockMs: number | null;
  /** The time of one statement, waits included. */
  statementMs: number | null;
  /** The time between two statements of a transaction. Its locks stop others meanwhile. */
  transactionIdleMs: number | null;
}

/**
 * PostgreSQL ends a statement by itself at its limit. If it is silent for this much longer, the network is the
 * cause.
 */
export const silenceGraceMs = 1_000;

/**
 * The server's limits: people who wait longer have left, and a network that drops packets is noticed within 10
 * s.
 */
export const servingLimits: DatabaseLimits = {
  connectMs: 5_000,
  queueMs: 8_000,
  lockMs: 5_000,
  statementMs: 8_000,
  transactionIdleMs: 30_000,
};

/** The limits of commands, which may store a million rows, and the default. */
export const patientLimits: DatabaseLimits = {
  connectMs: 10_000,
  queueMs: 60_000,
  lockMs: null,
  statementMs: null,
  transactionIdleMs: null,
};
