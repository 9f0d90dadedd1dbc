import type { FastifyInstance } from 'fastify';

export interface Service {
  readonly name: string;
  readonly app: FastifyInstance;
  readonly port: number;
  /** Default: `http`. */
  readonly scheme?: 'https';
}

/**
 * Starts every service on 127.0.0.1, and prints one line when each is ready. Returns a function that stops them
 * all. Throws an Error of one line if a port is in use.
 */
export async function startServices(services: readonly Service[]): Promise<() => Promise<void>> {
  for (const { name, app, port, scheme = 'http' } of services) {
    app.get('/health', () => ({ status: 'ready', service: name }));
    try {
      await app.listen({ host: '127.0.0.1', port });
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
      const advice = 'Stop what has it, or set SANDBOX_PORT to the first of ten free ports in a row.';
      throw new Error(`Port ${port} (${name}) is in use. ${advice}`, { cause });
    }
    process.stdout.write(`sandbox: ${name} ready at ${scheme}://127.0.0.1:${port}\n`);
  }
  return async () => {
    await Promise.all(services.map(({ app }) => app.close()));
  };
}
