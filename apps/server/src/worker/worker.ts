import type { FastifyBaseLogger } from 'fastify';
import type { JobGround } from '../jobs/context.ts';
import { Presence, unsafeReleaseJobsOfTheDead, unsafeSweepWorkers } from '../jobs/presence.ts';
import { Queue } from '../jobs/queue.ts';
import { every, reasonOf, runForEveryTenant, type Timer } from '../jobs/recurring.ts';
import type { RecurringTask, Tasks } from '../jobs/tasks.ts';

const rescueMs = 2_500;
const sweepMs = 60 * 60_000;

export interface WorkerOptions extends JobGround {
  tasks: Tasks;
  recurring: readonly RecurringTask[];
}

export interface RunningWorker {
  /** Takes no more jobs. Resolves when the running ones are done. */
  stop(): Promise<void>;
}

/** Works through the queue in this process, with or without HTTP beside it. Any number of copies may run. */
export async function startWorker({ tasks, recurring, ...ground }: WorkerOptions): Promise<RunningWorker> {
  const { database, log } = ground;
  const presence = new Presence(database, log);
  await presence.open();
  const queues = [
    new Queue(ground, tasksThat(tasks, false), presence, 4),
    new Queue(ground, tasksThat(tasks, true), presence, 8),
  ];
  for (const queue of queues) await queue.start();
  const timers = [
    every(rescueMs, () => unsafeReleaseJobsOfTheDead(database).catch(complain(log, 'release-jobs'))),
    every(sweepMs, () => unsafeSweepWorkers(database).catch(complain(log, 'sweep-workers'))),
    ...recurring.map((task) => startRecurring(ground, task, presence)),
  ];
  return {
    stop: async () => {
      await Promise.all([...queues.map((queue) => queue.stop()), ...timers.map((timer) => timer.stop())]);
      await presence.close();
    },
  };
}

/** Returns the tasks that call servers of the marinas, or the others. */
const tasksThat = (tasks: Tasks, areOutgoing: boolean): Partial<Tasks> =>
  Object.fromEntries(Object.entries(tasks).filter(([, { isOutgoing = false }]) => isOutgoing === areOutgoing));

function startRecurring(ground: JobGround, task: RecurringTask, presence: Presence): Timer {
  const mayRun = () => (task.by === 'settling' ? ground.clock.isTrusted : presence.isLeader());
  return every(task.everyMs, async () => {
    try {
      if (mayRun()) await runForEveryTenant(ground, task, mayRun);
    } catch (error) {
      complain(ground.log, task.name)(error);
    }
  });
}

const complain = (log: FastifyBaseLogger, task: string) => (error: unknown) =>
  log.error({ task, reason: reasonOf(error) }, 'recurring task failed');
