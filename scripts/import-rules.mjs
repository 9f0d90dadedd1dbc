/**
 * The import rules of the project. `from` and `to` match paths from the project's root (a package is
 * `node_modules/<name>`, a built-in `node:<name>`). `except` lists allowed exceptions of `to`. `$1` in `except` is
 * the first group of `from`. `why` is shown when a rule is broken.
 * @typedef {{ from: RegExp, notFrom?: RegExp, to: RegExp, except?: string, why: string }} Rule
 */

const tests = /\.test\.tsx?$/;
const testing = /\.test\.tsx?$|\/testing\//;

/** @type {Rule[]} */
export const rules = [
  {
    from: /^packages\/contract\/src\//,
    notFrom: tests,
    to: /./,
    except: '^packages/contract/src/|^node_modules/zod$',
    why: 'The contract is read by server and browser alike: it imports zod and its own files, nothing else.',
  },
  {
    from: /^apps\/portal\/src\//,
    notFrom: tests,
    to: /^apps\/(server|sandbox)\/|^(e2e|scripts|bench)\/|^node:/,
    why: 'The portal knows the server by the contract only, and a browser has no modules of Node.',
  },
  {
    from: /^apps\/portal\/src\/lib\//,
    to: /^apps\/portal\/src\/(ui|features|routes)\//,
    why: 'lib → ui → features → routes, never back.',
  },
  {
    from: /^apps\/portal\/src\/ui\//,
    to: /^apps\/portal\/src\/(features|routes)\//,
    why: 'lib → ui → features → routes, never back.',
  },
  {
    from: /^apps\/portal\/src\/features\//,
    to: /^apps\/portal\/src\/routes\//,
    why: 'lib → ui → features → routes, never back.',
  },
  {
    from: /^apps\/portal\/src\/features\/([^/]+)\//,
    to: /^apps\/portal\/src\/features\//,
    except: '^apps/portal/src/features/$1/',
    why: 'A feature imports no other feature: only a route puts two together.',
  },
  {
    from: /^apps\/server\/src\//,
    notFrom: testing,
    to: /^apps\/(portal|sandbox)\/|^(e2e|scripts|bench)\//,
    why: 'The server meets portal and sandbox over HTTP.',
  },
  {
    from: /^apps\/server\/src\/features\/([^/]+)\//,
    to: /^apps\/server\/src\/features\/.*\.(queries|routes)\.ts$/,
    except: '^apps/server/src/features/$1/',
    why: "A feature may call another's service, never its queries or routes.",
  },
  {
    from: /^apps\/server\/src\/operator\//,
    notFrom: tests,
    to: /^apps\/server\/src\/features\/.*\.(queries|routes)\.ts$/,
    why: "An operator's command calls services, as a route does.",
  },
  {
    from: /^apps\/server\/src\//,
    notFrom: /^apps\/server\/src\/operator\//,
    to: /^apps\/server\/src\/operator\//,
    why: 'The commands stand on the server, never the other way.',
  },
  {
    from: /^apps\/server\/src\/providers\/payments\/[^/]+\//,
    notFrom: tests,
    to: /^apps\/server\/src\/(db|features|http|jobs)\//,
    why: "A payment provider translates: it touches neither the database nor a feature nor the server's HTTP.",
  },
  {
    from: /^apps\/server\/src\//,
    notFrom: /^apps\/server\/src\/providers\/payments\/([^/]+\/|registry\.ts$)|\.test\.ts$/,
    to: /^apps\/server\/src\/providers\/payments\/[^/]+\//,
    why: "The engine knows no provider's name: it asks the registry.",
  },
  {
    from: /^apps\/server\/src\/db\//,
    notFrom: /^apps\/server\/src\/db\/demo\/|\.test\.ts$/,
    to: /^apps\/server\/src\/(features|http|providers|jobs)\//,
    why: 'Features stand on the database. Only the demo calls them, to be made as real data is.',
  },
  {
    from: /^apps\//,
    notFrom: /\.test\.tsx?$|\/testing\/|contract-suite\.ts$/,
    to: testing,
    why: 'What serves a customer never depends on what serves a test.',
  },
  {
    from: /^apps\/sandbox\/src\//,
    to: /^apps\/(server|portal)\/|^(packages|e2e|scripts|bench)\//,
    why: 'The sandbox stands for somebody else’s server: it shares no code with ours.',
  },
];
