/** A measured figure with its budget. */
export interface Figure {
  what: string;
  /** With its unit. */
  figure: string;
  /** The floor that it is compared with. Empty if the budget is absolute. */
  floor: string;
  /** The value that the budget limits. */
  value: number;
  budget: { least: number } | { most: number };
}

/** Returns the table that the benchmark prints. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, figure, floor, value, budget }) => [
    what,
    figure,
    floor,
    rounded(value),
    'least' in budget ? `>= ${budget.least}` : `<= ${budget.most}`,
    holds({ value, budget }) ? 'ok' : 'OVER',
  ]);
  const lines = [['figure', 'measured', 'floor', 'value', 'budget', ''], ...rows];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function holds({ value, budget }: Pick<Figure, 'value' | 'budget'>): boolean {
  return 'least' in budget ? value >= budget.least : value <= budget.most;
}

export const rounded = (value: number): string => String(Number(value.toPrecision(3)));
