import pg from 'pg';
import { inject } from 'vitest';

/** A part of a plan as PostgreSQL reports it after the run. The numbers are those of one loop. */
interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

/** A statement that PostgreSQL ran, and the number of rows that it went through. */
interface VisitedRows {
  text: string;
  rows: number;
}

const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
};

/** Makes PostgreSQL report the plan of each statement to a role of a database, from its next connection on. */
export async function reportPlans(database: string, role: string): Promise<void> {
  const admin = new pg.Client(inject('postgres').adminUrl);
  await admin.connect();
  for (const [setting, value] of Object.entries(settings))
    await admin.query(`alter role ${role} in database ${database} set ${setting} = '${value}'`);
  await admin.end();
}

/** Tells of each statement on a pool's connections. The role must be one of `reportPlans`. */
export function watchPlans(pool: pg.Pool, tell: (statement: VisitedRows) => void): void {
  pool.on('connect', (client) =>
    client.on('notice', ({ message = '' }) => {
      const planText = /plan:\n(\{.*\})/s.exec(message)?.[1];
      if (planText === undefined) return;
      const { 'Query Text': text, Plan: plan } = JSON.parse(planText) as { 'Query Text': string; Plan: PlanNode };
      tell({ text: text.replace(/\s+/g, ' ').trim(), rows: rowsOf(plan) });
    }),
  );
}

const rowsOf = (node: PlanNode): number =>
  node['Actual Loops'] *
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)) +
  (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0);
