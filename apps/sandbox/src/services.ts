import { routeControl } from './control/control.routes.ts';
import { originOf, portCount, portOf, type ServiceName, serviceNames } from './ports.ts';
import type { Sandbox, Service } from './sandbox.ts';

/**
 * Starts every server on 127.0.0.1, and prints one line when each is ready. The first one has the switches. Returns a
 * function that stops them all. Throws an Error of one line if a port is in use.
 */
export async function startServices(sandbox: Sandbox): Promise<() => Promise<void>> {
  const { port: first } = sandbox.environment;
  const apps = serviceNames.map((name) => {
    const { title, create } = findService(sandbox, name);
    return { name, title, app: create(sandbox) };
  });
  if (apps[0]) routeControl(apps[0].app, sandbox);
  for (const { name, title, app } of apps) {
    const port = portOf(first, name);
    app.get('/health', () => ({ status: 'ready', service: title }));
    try {
      await app.listen({ host: '127.0.0.1', port });
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
      const advice = `Stop what has it, or set SANDBOX_PORT to the first of ${portCount} free ports in a row.`;
      throw new Error(`Port ${port} (${title}) is in use. ${advice}`, { cause });
    }
    process.stdout.write(`sandbox: ${title} ready at ${originOf(first, name)}\n`);
  }
  return async () => {
    await Promise.all(apps.map(({ app }) => app.close()));
  };
}

function findService({ wires }: Sandbox, name: ServiceName): Service {
  const [service, other] = wires.flatMap(({ services }) => services[name] ?? []);
  if (service === undefined) throw new Error(`ports.json has "${name}", but no wire in wires.ts has such a server.`);
  if (other !== undefined) throw new Error(`Two wires have a server "${name}".`);
  return service;
}
