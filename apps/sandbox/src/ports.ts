import ports from './ports.json' with { type: 'json' };

/** The name of one of the sandbox's servers. */
export type ServiceName = keyof typeof ports;

/** The place of a server: its port is `SANDBOX_PORT` and `port`. With `tls` it speaks https. */
interface Place {
  readonly port: number;
  readonly tls?: boolean;
}

const places: Readonly<Record<ServiceName, Place>> = ports;

/** The names of all servers, by their ports. */
export const serviceNames = (Object.keys(places) as ServiceName[]).sort((a, b) => places[a].port - places[b].port);

/** The number of ports that the sandbox needs in a row. */
export const portCount: number = serviceNames.length;

/** Returns the port of a server. @param first the sandbox's first port */
export const portOf = (first: number, name: ServiceName): number => first + places[name].port;

/** Returns the origin at which browsers and servers reach a server. @param first the sandbox's first port */
export function originOf(first: number, name: ServiceName): string {
  return `${places[name].tls ? 'https' : 'http'}://127.0.0.1:${portOf(first, name)}`;
}

/** The origins of all servers. */
export type Origins = Readonly<Record<ServiceName, string>>;

/** Returns the origins of all servers. @param first the sandbox's first port */
export function originsFrom(first: number): Origins {
  return Object.fromEntries(serviceNames.map((name) => [name, originOf(first, name)])) as Origins;
}
