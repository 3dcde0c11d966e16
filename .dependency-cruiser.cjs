// Allowed imports. test/architecture/imports.test.ts runs these rules, shows that each of them fires, and checks
// that the modules of every layer were seen.

const npm = (...names) => `(^|/)node_modules/(@types/)?(${names.join('|')})/`;
const temporalClient = npm('@temporalio/(client|common|proto)', '@grpc/grpc-js', 'zod', 'pino');
const anyPackage = '(^|/)node_modules/';
/** Files with shapes in zod. */
const shapes = '^domain/.*/(schemas|steps/[a-z-]+/schema)\\.ts$';
/** Gone after compilation: lint has every import that serves types only say so. */
const typeOnly = ['type-only'];
/** Packages that compute and do nothing else: no I/O, no clock of their own that the domain calls. */
const pureLibraries = npm(
  'luxon',
  'liquidjs',
  'canonicalize',
  're2js',
  'csv-parse',
  'css-what',
  'tldts',
  'parse5',
  'html-to-text',
  'otplib',
  '@stdlib/(stats-base-dists|math-base-special)-[a-z-]+',
);
/** What the console is made of. Each is in what browsers load: small, of a permissive licence, and weighed by a test. */
const consolePackages = npm(
  'react(-dom)?',
  '(@tanstack|@radix-ui|@vitejs|@xyflow|@dagrejs)/[a-z-]+',
  'd3-(scale|shape)',
  '(openapi-fetch|get-nonce|vite|liquidjs|uqr|csv-parse)',
);
const production =
  '^(config\\.ts$|(domain|db|operations|api|activities|context|egress|mail|threads|temporal|telemetry|workflows|worker|tools|snippet|client/src|console)/)';

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const rules = [
  {
    name: 'domain-imports-only-domain',
    comment: 'The rules of the product do no I/O: they import each other, zod for shapes, and pure libraries.',
    from: { path: '^domain/' },
    // Of node:crypto only digests, which are pure; lint keeps its randomness out. Of node:url the ASCII form of domains.
    to: { pathNot: ['^domain/', npm('zod', 'zod-openapi'), pureLibraries, '^(node:)?(crypto|url)$'] },
  },
  {
    name: 'domain-zod-only-in-schemas',
    comment:
      'Shapes are in schemas.ts and steps/<kind>/schema.ts. All other files of the domain import only types of zod.',
    from: { path: '^domain/', pathNot: shapes },
    to: { path: npm('zod', 'zod-openapi'), dependencyTypesNot: typeOnly },
  },
  {
    name: 'db-imports-domain-knex-pg',
    from: { path: '^db/' },
    to: { pathNot: ['^(db|domain)/', npm('knex', 'pg')], dependencyTypesNot: ['core'] },
  },
  {
    name: 'operations-import-domain-and-db',
    comment: 'A business transaction knows neither HTTP nor Temporal: routes, activities and commands call it.',
    from: { path: '^operations/' },
    to: { pathNot: ['^(operations|domain|db)/', npm('zod')], dependencyTypesNot: ['core'] },
  },
  {
    name: 'operations-and-egress-take-only-types-of-zod',
    from: { path: '^(operations|egress)/' },
    to: { path: npm('zod'), dependencyTypesNot: typeOnly },
  },
  {
    name: 'activities-import-domain-and-operations',
    comment: 'An activity calls an operation: it neither reads nor writes rows.',
    from: { path: '^activities/' },
    to: {
      pathNot: ['^(activities|domain|operations|threads|telemetry)/', '^workflows/contract/', anyPackage],
      dependencyTypesNot: ['core'],
    },
  },
  {
    name: 'activities-take-only-types-from-the-workflow-contract',
    from: { path: '^activities/' },
    to: { path: '^workflows/contract/', dependencyTypesNot: typeOnly },
  },
  {
    name: 'activities-leave-queries-and-workflows-to-others',
    comment: 'Statements belong to db/; an activity never starts or defines a workflow.',
    from: { path: '^activities/' },
    to: {
      path: npm('knex', 'pg', 'koa', '@koa/router', '@temporalio/(workflow|worker|client|testing)'),
      dependencyTypesNot: typeOnly,
    },
  },
  {
    name: 'workflows-import-domain-and-the-workflow-sdk',
    comment: 'Workflow code is replayed in a sandbox: no other package, no Node built-in, no other layer.',
    from: { path: '^workflows/' },
    to: { pathNot: ['^(workflows|domain|activities)/', npm('@temporalio/workflow')] },
  },
  {
    name: 'workflows-take-only-types-from-activities-and-schemas',
    comment: 'Keeps zod out of the workflow bundle.',
    from: { path: '^workflows/' },
    to: { path: ['^activities/', shapes], dependencyTypesNot: typeOnly },
  },
  {
    name: 'api-imports-domain-db-operations-and-the-workflow-contract',
    comment: 'config.ts is held to its readers by the rule config-is-read-by-entry-points.',
    from: { path: '^api/' },
    to: {
      pathNot: [
        '^(api|context|domain|db|operations|egress|mail|threads|temporal|telemetry)/',
        '^workflows/contract/',
        '^(config|logging|logging-metrics)\\.ts$',
        anyPackage,
      ],
      dependencyTypesNot: ['core'],
    },
  },
  {
    name: 'mailers-are-created-in-entry-points',
    comment: 'Operations and handlers receive the mailer as a port.',
    from: { path: '^(api|activities)/', pathNot: '^api/run-api\\.ts$' },
    to: { path: '^mail/', dependencyTypesNot: typeOnly },
  },
  {
    name: 'contexts-are-created-in-entry-points',
    from: { path: '^(api|activities)/', pathNot: '^api/run-api\\.ts$' },
    to: { path: '^context/', dependencyTypesNot: typeOnly },
  },
  {
    name: 'context-implements-the-ports',
    from: { path: '^context/' },
    to: {
      pathNot: ['^(context|domain|egress)/', '^operations/ports\\.ts$', npm('@node-rs/argon2')],
      dependencyTypesNot: ['core', 'type-only'],
    },
  },
  {
    name: 'mail-imports-domain-db-and-the-ports',
    from: { path: '^mail/' },
    to: {
      pathNot: ['^(mail|domain|db|telemetry)/', '^operations/ports\\.ts$', anyPackage],
      dependencyTypesNot: ['core', 'type-only'],
    },
  },
  {
    name: 'egress-imports-domain-and-the-guard',
    comment:
      'How a host of a customer’s choice is called, for API and worker alike: it knows neither records nor routes.',
    from: { path: '^egress/' },
    to: { pathNot: ['^(egress|domain)/', npm('ipaddr.js', 'zod')], dependencyTypesNot: ['core'] },
  },
  {
    name: 'threads-import-domain',
    comment: 'What threads do is pure, so that one can be ended at any time.',
    from: { path: '^threads/' },
    to: {
      pathNot: ['^(threads|domain)/', '^operations/ports\\.ts$', npm('piscina', 'esbuild', 'zod', 'prom-client')],
      dependencyTypesNot: ['core'],
    },
  },
  {
    name: 'threads-are-made-in-entry-points',
    comment: 'A process has one pool; handlers and activities are handed it.',
    from: { path: '^(api|activities)/', pathNot: '^api/run-api\\.ts$' },
    to: { path: '^threads/', pathNot: '^threads/thread-gauges\\.ts$', dependencyTypesNot: typeOnly },
  },
  {
    name: 'telemetry-imports-its-packages',
    comment: 'How work is followed over processes: it knows none of what it follows.',
    from: { path: '^telemetry/' },
    to: {
      pathNot: ['^telemetry/', npm('@opentelemetry/[a-z-]+', 'pino', 'prom-client', 'zod')],
      dependencyTypesNot: ['core'],
    },
  },
  {
    name: 'only-telemetry-imports-its-packages',
    comment: 'Its exporter is loaded where it is switched on only.',
    from: { pathNot: ['^(telemetry|test)/'] },
    to: { path: [npm('@opentelemetry/[a-z-]+'), '^telemetry/exporter\\.ts$'] },
  },
  {
    name: 'api-talks-to-temporal-through-the-client',
    from: { path: '^api/' },
    to: { path: [npm('@temporalio/(workflow|worker|activity|testing)'), '^temporal/native-'] },
  },
  {
    name: 'temporal-imports-the-client-sdk',
    comment: 'native-connection.ts has the worker side, a large native core: settings and the API do without.',
    from: { path: '^temporal/', pathNot: '/native-connection\\.ts$' },
    to: { pathNot: ['^(temporal/|domain/connections/credentials-box|node:|[a-z]+$)', temporalClient] },
  },
  {
    name: 'api-leaves-queries-to-db',
    from: { path: '^api/' },
    to: { path: npm('knex', 'pg'), dependencyTypesNot: typeOnly },
  },
  {
    name: 'snippet-imports-snippet-and-the-rules-of-experiments',
    comment: 'It runs in browsers and counts every byte: no package, no Node, no other layer.',
    from: { path: '^snippet/' },
    to: { pathNot: ['^snippet/', '^domain/experiments/'] },
  },
  {
    name: 'snippet-takes-only-types-from-schemas',
    comment: 'Keeps zod out of what every page loads.',
    from: { path: '^snippet/' },
    to: { path: shapes, dependencyTypesNot: typeOnly },
  },
  {
    name: 'nothing-but-tests-imports-the-snippet',
    comment: 'It is bundled from its entry, as a file.',
    from: { pathNot: ['^snippet/', '^test/'] },
    to: { path: '^snippet/' },
  },
  {
    name: 'console-imports-rules-types-of-the-client-and-its-packages',
    comment: 'It runs in browsers: no Node built-in, no other layer. It knows the API by generated types.',
    from: { path: '^console/' },
    to: { pathNot: ['^(console|domain)/', '^client/src/api-types\\.ts$', consolePackages] },
  },
  {
    name: 'console-takes-only-types-from-schemas-and-the-client',
    from: { path: '^console/' },
    to: { path: [shapes, '^client/'], dependencyTypesNot: typeOnly },
  },
  {
    name: 'nothing-but-tests-imports-the-console',
    from: { pathNot: ['^console/', '^test/'] },
    to: { path: '^console/' },
  },
  {
    name: 'client-imports-client-openapi-fetch-and-node',
    comment: 'It is published by itself: what it knows of the service is in the types made from its document.',
    from: { path: '^client/src/' },
    to: { pathNot: ['^client/src/', npm('openapi-fetch')], dependencyTypesNot: ['core'] },
  },
  {
    name: 'client-takes-only-types-from-the-document',
    from: { path: '^client/' },
    to: { path: '^client/src/api-types\\.ts$', dependencyTypesNot: typeOnly },
  },
  {
    name: 'nothing-but-the-console-and-tests-imports-the-client',
    from: { pathNot: ['^(client|console)/', '^test/'] },
    to: { path: '^client/' },
  },
  {
    name: 'config-is-read-by-entry-points',
    comment: 'Everything else takes its settings as arguments; their types may travel.',
    from: {
      pathNot: [
        '^(api/server|worker/(main|migrate)|tools/(workspace|events|journeys|connections|accounts|codec|doctor|release|release-check))\\.ts$',
        '^(dev|test|bench)/',
      ],
    },
    to: { path: '^(config|logging)\\.ts$', dependencyTypesNot: typeOnly },
  },
  {
    name: 'config-and-logging-stand-alone', // Of Node: how standard output is written to, and how many cores there are.
    from: { path: '^(config|logging)\\.ts$' },
    to: { pathNot: [npm('zod', 'pino'), '^(api|temporal|telemetry|worker)/settings\\.ts$', '^(node:)?(fs|os)$'] },
  },
  {
    name: 'logging-metrics-import-prom-client-and-logging',
    comment: 'What API and worker count of their logs alike.',
    from: { path: '^logging-metrics\\.ts$' },
    to: { pathNot: [npm('prom-client'), '^logging\\.ts$'] },
  },
  { name: 'production-does-not-import-dev-bench-test', from: { path: production }, to: { path: '^(dev|bench|test)/' } },
  { name: 'tools-do-not-import-api', from: { path: '^tools/' }, to: { path: '^api/' } },
  { name: 'nothing-but-dev-and-tests-imports-tools', from: { pathNot: '^(tools|dev|test)/' }, to: { path: '^tools/' } },
  // `npm start` must work without anything that only tests need.
  { name: 'dev-does-not-import-bench-test', from: { path: '^dev/' }, to: { path: '^(bench|test)/' } },
  {
    name: 'no-development-packages-at-run-time',
    comment: 'The console is bundled with what it imports when it is built.',
    from: { path: [production, '^dev/'], pathNot: '^console/' },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: typeOnly },
  },
  { name: 'no-cycles', from: {}, to: { circular: true } },
  {
    name: 'no-unresolvable-imports',
    comment: 'Examples import the client by the name under which it is published.',
    from: { pathNot: '^client/examples/' },
    to: { couldNotResolve: true },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: rules.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: anyPackage },
    // Type-only imports count, marked as such: half of the rules are about them.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { conditionNames: ['require', 'node', 'default', 'types'], exportsFields: ['exports'] },
  },
};
