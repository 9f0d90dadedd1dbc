import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, watch } from 'node:fs';
import { isatty } from 'node:tty';
import { findNode } from '../command/installed.mjs';
import { root } from '../command/project.mjs';

/**
 * The programs that a command keeps running. Each has a channel to this process. The system closes the channel when
 * this process ends, so they notice even a SIGKILL.
 */
export class Children {
  /** @type {Set<import('node:child_process').ChildProcess>} */
  #running = new Set();
  #stopping = false;
  #stopped = deferred();
  /** @type {(code: number) => void} */
  #ended = () => {};
  /**
   * Resolves when all have ended, with the exit code of the command.
   * @type {Promise<number>}
   */
  ended = new Promise((resolve) => {
    this.#ended = resolve;
  });

  /** @type {NodeJS.WritableStream | undefined} */
  #output;

  /** @param {NodeJS.WritableStream} [output] gets their standard output, to format it */
  constructor(output) {
    this.#output = output;
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => this.stop());
    const look = whenParentIsGone(() => this.stop());
    // `nohup npm run serve &`: npm undoes what nohup does, and dies with the terminal. We don't use the terminal then,
    // so we go on without npm.
    const usesTerminal = [0, 1, 2].some((stream) => isatty(stream)); // a closed stream is no terminal
    process.on('SIGHUP', () => (usesTerminal ? this.stop() : clearInterval(look)));
  }

  /**
   * Starts a program and waits until it reports that it is ready.
   * @param {string[]} args of node
   * @param {NodeJS.ProcessEnv} settings in addition to our own environment
   * @returns {Promise<Record<string, unknown> | undefined>} its first message, or undefined if it ended before
   */
  start(args, settings) {
    if (this.#stopping) return Promise.resolve(undefined);
    const child = this.#spawn(args, settings);
    // A program that ends by itself stops the others too.
    void once(child, 'close').then(([code]) => this.#isEmptyAfter(code || 1));
    return firstWord(child);
  }

  /**
   * Starts a program as `start` does, and again after each change. After a crash it waits for the next change.
   * @param {string[]} args @param {NodeJS.ProcessEnv} settings @param {string[]} folders to watch
   */
  startReloading(args, settings, folders) {
    const child = this.#spawn(args, settings);
    void this.#reload(child, args, settings, folders);
    return firstWord(child);
  }

  /**
   * @param {import('node:child_process').ChildProcess} child
   * @param {string[]} args
   * @param {NodeJS.ProcessEnv} settings
   * @param {string[]} folders
   */
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

  /** Asks all programs to stop. One that doesn't within 30 s, or `DRAIN_SECONDS` longer, is killed. */
  stop() {
    if (this.#stopping) return;
    this.#stopping = true;
    this.#stopped.resolve();
    if (this.#running.size === 0) this.#ended(0);
    for (const child of this.#running) child.kill('SIGTERM');
    setTimeout(
      () => {
        for (const child of this.#running) child.kill('SIGKILL');
      },
      30_000 + 1_000 * (Number(process.env.DRAIN_SECONDS) || 0),
    ).unref();
  }

  /** @type {number | undefined} */
  #exitCode;

  /** @param {number} code of the command, unless it was asked to stop */
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

/**
 * Resolves a moment after a file below the folders changed.
 * @param {string[]} folders
 * @returns {Promise<void>}
 */
function nextChange(folders) {
  return new Promise((resolve) => {
    const watchers = folders.map((folder) =>
      watch(folder, { recursive: true, persistent: false }, () => {
        for (const watcher of watchers) watcher.close();
        setTimeout(resolve, 150); // an editor saves in several steps
      }),
    );
  });
}

/**
 * Calls a function when the parent process is gone, unless the returned timer is cleared. npm runs us through a
 * shell, and both survive when npm is killed. So this also watches the process that started the shell.
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
  return look.unref();
}

/** @param {number} pid */
function describe(pid) {
  if (existsSync('/proc/self/stat')) {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')'); // a command's name may contain spaces and brackets
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

/** Does what Promise.withResolvers does, which Node 20 doesn't have. */
function deferred() {
  /** @type {() => void} */
  let resolve = () => {};
  /** @type {Promise<void>} */
  const promise = new Promise((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
