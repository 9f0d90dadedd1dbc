import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, watch } from 'node:fs';
import { findNode } from './installed.mjs';
import { root } from './project.mjs';

/**
 * Programs of ours that a command keeps running. Each has a channel to us, which the system cuts when we are gone:
 * that is how they learn of our SIGKILL.
 */
export class Children {
  /** @type {Set<import('node:child_process').ChildProcess>} */
  #running = new Set();
  #stopping = false;
  #stopped = deferred();
  /** @type {(code: number) => void} */
  #ended = () => {};
  /** Settles when all have ended, with the exit code for the command. @type {Promise<number>} */
  ended = new Promise((resolve) => {
    this.#ended = resolve;
  });

  /** @type {NodeJS.WritableStream | undefined} */
  #output;

  /** @param {NodeJS.WritableStream} [output] takes what they write to standard output, to make it easier to read */
  constructor(output) {
    this.#output = output;
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => this.stop());
    whenParentIsGone(() => this.stop());
  }

  /**
   * Starts a program and waits until it says that it is ready.
   * @param {string[]} args of node
   * @param {NodeJS.ProcessEnv} settings beyond our own environment
   * @returns {Promise<Record<string, unknown> | undefined>} its word, or undefined when it ended before
   */
  start(args, settings) {
    if (this.#stopping) return Promise.resolve(undefined);
    const child = this.#spawn(args, settings);
    // One that ends of its own accord takes the others with it.
    void once(child, 'close').then(([code]) => this.#isEmptyAfter(code || 1));
    return firstWord(child);
  }

  /**
   * As `start`, and again after each change. After a crash it waits for the next change.
   * @param {string[]} args @param {NodeJS.ProcessEnv} settings @param {string[]} folders to watch
   */
  startReloading(args, settings, folders) {
    const child = this.#spawn(args, settings);
    void this.#reload(child, args, settings, folders);
    return firstWord(child);
  }

  /** @param {import('node:child_process').ChildProcess} child @param {string[]} args @param {NodeJS.ProcessEnv} settings @param {string[]} folders */
  async #reload(child, args, settings, folders) {
    const closed = once(child, 'close');
    await Promise.race([nextChange(folders), this.#stopped.promise]);
    child.kill('SIGTERM');
    await closed;
    if (this.#stopping) this.#isEmptyAfter(0);
    else void this.#reload(this.#spawn(args, settings), args, settings, folders);
  }

  /** @param {string[]} args @param {NodeJS.ProcessEnv} settings */
  #spawn(args, settings) {
    const child = spawn(findNode(), args, {
      cwd: root,
      env: { ...process.env, ...settings },
      stdio: ['ignore', this.#output ? 'pipe' : 'inherit', 'inherit', 'ipc'],
    });
    if (this.#output) child.stdout?.pipe(this.#output, { end: false });
    this.#running.add(child);
    child.once('error', (error) => console.error(error.message));
    child.once('close', () => this.#running.delete(child));
    return child;
  }

  /** Asks all to stop; one that doesn't within 30 s is ended hard. */
  stop() {
    if (this.#stopping) return;
    this.#stopping = true;
    this.#stopped.resolve();
    if (this.#running.size === 0) this.#ended(0);
    for (const child of this.#running) child.kill('SIGTERM');
    setTimeout(() => {
      for (const child of this.#running) child.kill('SIGKILL');
    }, 30_000).unref();
  }

  /** @type {number | undefined} */
  #exitCode;

  /** @param {number} code for the command, unless it was asked to stop */
  #isEmptyAfter(code) {
    this.#exitCode ??= this.#stopping ? 0 : code;
    this.stop();
    if (this.#running.size === 0) this.#ended(this.#exitCode);
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<Record<string, unknown> | undefined>}
 */
function firstWord(child) {
  return new Promise((resolve) => {
    child.once('message', (word) => resolve(/** @type {Record<string, unknown>} */ (word)));
    child.once('close', () => resolve(undefined));
  });
}

/** Settles a moment after something below the folders changed. @param {string[]} folders @returns {Promise<void>} */
function nextChange(folders) {
  return new Promise((resolve) => {
    const watchers = folders.map((folder) =>
      watch(folder, { recursive: true, persistent: false }, () => {
        for (const watcher of watchers) watcher.close();
        setTimeout(resolve, 150); // an editor writes in several steps
      }),
    );
  });
}

/**
 * npm runs us through a shell, and when npm is killed both live on: so what started the shell is watched too.
 * @param {() => void} then
 */
function whenParentIsGone(then) {
  const parent = process.ppid;
  const { command, parent: above } = describe(parent);
  const starter = process.env.npm_lifecycle_event !== undefined && command.endsWith('sh') ? above : parent;
  const look = setInterval(() => {
    if (process.ppid === parent && isAlive(starter)) return;
    clearInterval(look);
    then();
  }, 500);
  look.unref();
}

/** @param {number} pid */
function describe(pid) {
  if (existsSync('/proc/self/stat')) {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')'); // a command's name may hold blanks and brackets
    return { command: stat.slice(stat.indexOf('(') + 1, end), parent: Number(stat.slice(end + 2).split(' ')[1]) };
  }
  const [parent, command] = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/);
  return { command: command ?? '', parent: Number(parent) };
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** Promise.withResolvers, which Node 20 hasn't got. */
function deferred() {
  /** @type {() => void} */
  let resolve = () => {};
  /** @type {Promise<void>} */
  const promise = new Promise((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
