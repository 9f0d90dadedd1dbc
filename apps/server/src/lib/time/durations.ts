/** Spans of time, in milliseconds. */
export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Returns the time so many days of 24 hours before another. */
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * day);
