import type { FastifyBaseLogger } from 'fastify';
import type { JobGround } from './context.ts';
import { Presence, unsafeReleaseJobsOfTheDead } from './presence.ts';
import { Queue } from './queue.ts';
import { every, reasonOf, runForEveryTenant, type Timer } from './recurring.ts';
import type { RecurringTask, Tasks } from './tasks.ts';

const rescueMs = 2_500;

export interface WorkerOptions extends JobGround {
  tasks: Tasks;
  recurring: readonly RecurringTask[];
}

export interface RunningWorker {
  /** Takes no more jobs, and settles when those under way are done. */
  stop(): Promise<void>;
}

/** Works through the queue in this process, beside its HTTP or alone. Any number of copies may. */
export async function startWorker({ tasks, recurring, ...ground }: WorkerOptions): Promise<RunningWorker> {
  const { database, log } = ground;
  const presence = new Presence(database, log);
  await presence.open();
  const queue = new Queue(ground, tasks, presence);
  await queue.start();
  const timers = [
    every(rescueMs, () => unsafeReleaseJobsOfTheDead(database).catch(complain(log, 'release-jobs'))),
    ...recurring.map((task) => startRecurring(ground, task, presence)),
  ];
  return {
    stop: async () => {
      await Promise.all([queue.stop(), ...timers.map((timer) => timer.stop())]);
      presence.close();
    },
  };
}

function startRecurring(ground: JobGround, task: RecurringTask, presence: Presence): Timer {
  return every(task.everyMs, async () => {
    try {
      if (await presence.isLeader()) await runForEveryTenant(ground, task);
    } catch (error) {
      complain(ground.log, task.name)(error);
    }
  });
}

const complain = (log: FastifyBaseLogger, task: string) => (error: unknown) =>
  log.error({ task, reason: reasonOf(error) }, 'recurring task failed');
