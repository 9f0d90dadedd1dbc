import type { FastifyBaseLogger } from 'fastify';
import type { JobDependencies } from '../jobs/context.ts';
import { Presence, unsafeReleaseJobsOfTheDead, unsafeSweepWorkers } from '../jobs/presence.ts';
import { Queue } from '../jobs/queue.ts';
import { every, reasonOf, roundsOf, type Round, runRound, type Timer } from '../jobs/recurring.ts';
import type { RecurringTask, TaskName, Tasks } from '../jobs/tasks.ts';
import type { DatabaseClient } from '../db/client.ts';
import { hour } from '../lib/time/durations.ts';

const rescueMs = 2_500;
const sweepMs = hour;

export interface WorkerOptions extends JobDependencies {
  /** The connections of long tasks, whose statements have no time limit. */
  longDatabase: DatabaseClient;
  tasks: Tasks;
  recurring: readonly RecurringTask[];
}

export interface RunningWorker {
  /** Takes no more jobs. Resolves when the running ones are done. */
  stop(): Promise<void>;
}

/** Works through the queue in this process, with or without HTTP beside it. Any number of copies may run. */
export async function startWorker({
  tasks,
  recurring,
  longDatabase,
  ...dependencies
}: WorkerOptions): Promise<RunningWorker> {
  const { database, log } = dependencies;
  const presence = new Presence(database, log);
  await presence.open();
  const queues = [
    new Queue(dependencies, tasksAt('usual', tasks), presence, 4),
    new Queue(dependencies, tasksAt('outgoing', tasks), presence, 8),
    new Queue({ ...dependencies, database: longDatabase }, tasksAt('long', tasks), presence, 2),
  ];
  for (const queue of queues) await queue.start();
  const timers = [
    every(rescueMs, () => unsafeReleaseJobsOfTheDead(database).catch(complain(log, 'release-jobs'))),
    every(sweepMs, () => unsafeSweepWorkers(database).catch(complain(log, 'sweep-workers'))),
    ...roundsOf(recurring).map((round) => startRecurring(dependencies, round, presence)),
  ];
  return {
    stop: async () => {
      await Promise.all([...queues.map((queue) => queue.stop()), ...timers.map((timer) => timer.stop())]);
      await presence.close();
    },
  };
}

/** Returns the tasks that have these places of the queue. */
const tasksAt = (places: 'usual' | 'outgoing' | 'long', tasks: Tasks): Partial<Tasks> =>
  Object.fromEntries(Object.entries(tasks).filter(([, task]) => placesOf(task) === places));

const placesOf = ({ isOutgoing, isLong }: Tasks[TaskName]) => (isLong ? 'long' : isOutgoing ? 'outgoing' : 'usual');

/** The longest time after which a new leader begins the rounds of the one before it. */
const takeUpMs = 10_000;

function startRecurring(dependencies: JobDependencies, round: Round, presence: Presence): Timer {
  const [{ name, by, everyMs }] = round;
  const mayRun = () => (by === 'settling' ? dependencies.clock.isTrusted : presence.isLeader());
  const lookMs = Math.min(everyMs, takeUpMs);
  let nextAt = 0;
  return every(lookMs, async (stopped) => {
    if (!mayRun() || performance.now() < nextAt) return;
    try {
      await runRound(dependencies, round, { mayRun, stopped });
    } catch (error) {
      complain(dependencies.log, name)(error);
    }
    // The next look is `lookMs` after this one.
    nextAt = performance.now() + everyMs - lookMs;
  });
}

const complain = (log: FastifyBaseLogger, task: string) => (error: unknown) =>
  log.error({ task, reason: reasonOf(error) }, 'recurring task failed');
