/**
 * Moves a process's clock forward by CLOCK_SHIFT_MS, as on a machine whose clock is wrong. Loaded before the
 * program, with `--import`.
 */
const shift = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const RealDate = Date;

class ShiftedDate extends RealDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(RealDate.now() + shift);
    else super(...(given as [number]));
  }

  static override now(): number {
    return RealDate.now() + shift;
  }
}

globalThis.Date = ShiftedDate as unknown as DateConstructor;
