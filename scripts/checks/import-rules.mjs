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
    why: 'Server and browser both load the contract, so it imports only zod and its own files.',
  },
  {
    from: /^packages\/embedded-postgres\/src\//,
    to: /./,
    except: '^packages/embedded-postgres/src/|^node:',
    why: 'Others can use the package, so it knows nothing of Quayside and needs no library.',
  },
  {
    from: /^apps\/portal\/src\//,
    notFrom: tests,
    to: /^apps\/(server|sandbox)\/|^(e2e|scripts|bench)\/|^node:/,
    why: 'The portal knows the server only by the contract, and a browser has no Node modules.',
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
    why: 'A feature imports no other feature. Only a route combines two.',
  },
  {
    from: /^apps\/portal\/src\/routes\/(public|auth|quick-pay|checkout)\//,
    to: /^apps\/portal\/src\/routes\/secure\//,
    why: 'Only signed-in pages load what is in secure/. What a pay link shares with them is in routes/checkout/.',
  },
  {
    from: /^apps\/portal\/src\/routes\/(secure|checkout)\//,
    to: /^apps\/portal\/src\/routes\/(public|auth|quick-pay)\//,
    why: 'Signed-in pages and what pay links share with them load no page of visitors.',
  },
  {
    from: /^apps\/portal\/src\/(?!features\/payments\/(drivers|checkout\/wallets)\/)/,
    to: /^apps\/portal\/src\/features\/payments\/drivers\/(?!(registry|card-driver)\.ts$)/,
    why: 'The drivers are private. Others ask registry.ts, and know a driver by the types of card-driver.ts.',
  },
  {
    from: /^apps\/server\/src\//,
    notFrom: testing,
    to: /^apps\/(portal|sandbox)\/|^(e2e|scripts|bench)\//,
    except: '^apps/sandbox/src/ports\\.json$',
    why: 'The server talks to portal and sandbox only over HTTP. The demo may read where the sandbox’s servers listen.',
  },
  {
    from: /^apps\/server\/src\/lib\//,
    notFrom: tests,
    to: /^apps\/server\/src\//,
    except: '^apps/server/src/lib/',
    why: 'Everything on the server uses lib/, so it uses nothing above it.',
  },
  {
    from: /^apps\/server\/src\/features\/([^/]+)\//,
    notFrom: testing,
    to: /^apps\/server\/src\/features\/([^/]+)\/(?!\1\.(service|exports)\.ts$)/,
    except: '^apps/server/src/features/$1/',
    why: "A feature's files are private. Others use its service, and what <noun>.exports.ts exports.",
  },
  {
    from: /^apps\/server\/src\/(?!features\/[^/]+\/)/,
    // The process that sets papers loads only what it needs: its memory is bounded.
    notFrom: /\.test\.tsx?$|\/testing\/|^apps\/server\/src\/(features\/features|worker\/paper-process)\.ts$/,
    to: /^apps\/server\/src\/features\/([^/]+)\/(?!\1\.(service|exports)\.ts$|.*\.import\.ts$)/,
    why: "A feature's files are private. Others use its service, and what <noun>.exports.ts exports.",
  },
  {
    from: /^apps\/server\/src\/features\/([^/]+)\//,
    to: /^apps\/server\/src\/features\/.*\.(queries|routes)\.ts$/,
    except: '^apps/server/src/features/$1/',
    why: "A feature may call another's service, never its queries or routes.",
  },
  {
    from: /^apps\/server\/src\/features\/.*\.rules\.ts$/,
    to: /^node:fs(\/|$)/,
    why: 'A rule decides by its arguments alone. A service reads files.',
  },
  {
    from: /^apps\/server\/src\/(http|jobs)\//,
    notFrom: tests,
    to: /^apps\/server\/src\/(features|app|worker|demo)\//,
    why: 'Features use http/ and jobs/. What knows features is in app/, what runs them in worker/.',
  },
  {
    from: /^apps\/server\/src\/(features|providers)\//,
    notFrom: testing,
    to: /^apps\/server\/src\/(app|worker|demo)\/|^apps\/server\/src\/[^/]+$/,
    why: 'app/, worker/ and demo/ know the features, never the other way round. app.ts passes in what one needs.',
  },
  {
    from: /^apps\/server\/src\/(?!operator\/)/,
    notFrom: testing,
    to: /\.import\.ts$/,
    why: 'operator/import takes files in. Others use the features, not their files.',
  },
  {
    from: /^apps\/server\/src\/import\//,
    notFrom: tests,
    to: /^apps\/server\/src\/(features\/(?!tenant\/|files\/)|app|worker|demo|operator|jobs|http)\//,
    why: 'import/ has what all files of the import share. It knows none of them.',
  },
  {
    from: /^apps\/server\/src\/operator\/(lib|import)\//,
    notFrom: tests,
    to: /^apps\/server\/src\/operator\/(commands\/|[^/]+$)/,
    why: 'Commands use lib/ and import/, and the list of commands stands on top.',
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
    except: '^apps/server/src/operator/import/take-(sent-)?rows.ts$',
    why: 'The commands use the server, never the other way round. app.ts passes in how the import takes rows.',
  },
  {
    from: /^apps\/server\/src\/providers\/payments\/[^/]+\//,
    notFrom: tests,
    to: /^apps\/server\/src\/(db|features|http|jobs|app|worker|demo)\//,
    why: "A payment provider only translates. It uses neither the database nor a feature nor the server's HTTP.",
  },
  {
    from: /^apps\/server\/src\//,
    notFrom: /^apps\/server\/src\/providers\/payments\/([^/]+\/|registry\.ts$)|\.test\.ts$/,
    to: /^apps\/server\/src\/providers\/payments\/[^/]+\//,
    why: "The engine knows no provider's name. It asks the registry.",
  },
  {
    from: /^apps\/server\/src\/db\//,
    notFrom: tests,
    to: /^apps\/server\/src\/(features|http|providers|jobs|app|worker|demo)\//,
    why: 'Features use the database, never the other way round. The demo in demo/ calls them, to make its data.',
  },
  {
    from: /^apps\//,
    notFrom: /\.test\.tsx?$|\/testing\/|contract-suite\.ts$/,
    to: testing,
    why: 'Product code never depends on test code.',
  },
  {
    from: /^apps\/sandbox\/src\//,
    to: /^apps\/(server|portal)\/|^(packages|e2e|scripts|bench)\//,
    why: 'The sandbox plays other companies’ servers, so it shares no code with ours.',
  },
  {
    from: /^apps\/sandbox\/src\/([^/]+)\//,
    notFrom: testing,
    to: /^apps\/sandbox\/src\/(?!(cards|control|hosted|http|testing)\/)[^/]+\//,
    except: '^apps/sandbox/src/$1/',
    why: 'A wire plays one company and imports no other. Code of several wires is in cards/, hosted/ or http/.',
  },
];

/**
 * The roles of a feature's files. A file's name ends with its role: `orders.queries.ts`. A test has the name of what
 * it tests, `orders.test.ts` or `order-page.test.ts`.
 */
export const featureRoles = /** @type {const} */ ({
  feature: 'declares what the feature adds to the server',
  exports: 'exports what others may use beside the service',
  routes: 'handles the calls of the contract',
  integration: 'handles the calls of the integration API',
  import: 'declares a file of the import: its columns and rules',
  service: 'does things: decides, in transactions, with queries and providers',
  queries: 'has the SQL',
  tables: 'declares tables: what leaves with an export, and what an erasure does',
  presenter: 'turns rows into answers; the only way a row leaves',
  rules: 'decides by its arguments alone: no database, no request',
  types: 'declares types and constants',
  mail: 'writes a kind of mail',
  letter: 'has the words of a letter, which mails and papers share',
  paper: 'has the data of a paper that Typst sets',
});

/**
 * Matches the files that the portal's folders show. A folder that has a `<folder>.exports.ts` shows only this file to
 * the others. A part that a page loads later (`import(…)`) is named by its own file, because `.exports.ts` would load
 * all parts with it.
 */
export const portalExports = /^(apps\/portal\/src\/(?:.+\/)?([^/]+))\/\2\.exports\.ts$/;

/**
 * The files that write tables of other features, and the reason. Everywhere else only one feature writes a table, so
 * that a reader finds in one folder how its rows come, change and go.
 * @type {{ files: RegExp, why: string }[]}
 */
export const writesOfOthers = [
  { files: /^apps\/server\/src\/features\/archive\//, why: 'An archive fills all tables of an empty marina.' },
  { files: /^apps\/server\/src\/demo\//, why: 'The demo moves into the past what its features’ services made.' },
  { files: /^apps\/server\/src\/db\/migrations\//, why: 'A migration changes the rows of the tables that it changes.' },
];

/**
 * The places of the server's SQL. All SQL of a noun is in its `.queries.ts`, so that a reader finds every statement
 * about a table. An index is then chosen by reading a few files. `others` are the exceptions.
 * @type {{ contains: RegExp, from: RegExp, notFrom: RegExp, others: { files: RegExp, why: string }[] }}
 */
export const sqlPlaces = {
  contains: /\bsql(<[^`]*?>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\.query\(/,
  from: /^apps\/server\/src\//,
  notFrom: /\.(queries|tables)\.ts$|\.test\.ts$|\/testing\//,
  others: [
    { files: /^apps\/server\/src\/db\//, why: 'db/ has connections and migrations, and no noun.' },
    { files: /^apps\/server\/src\/jobs\//, why: 'jobs/ drives the queue’s own tables, and no noun.' },
    {
      files: /^apps\/server\/src\/operator\/backup\//,
      why: 'A backup reads the tables from the catalogue, whichever they are.',
    },
    { files: /^apps\/server\/src\/providers\/pdf\/try-font\.ts$/, why: 'It queries a document of Typst.' },
  ],
};
