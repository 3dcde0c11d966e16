/** Small trees for imports.test.ts: what each rule must refuse, and what all of them must let pass. */

type Files = Record<string, string>;

interface ForbiddenImport {
  /** Name of the rule in .dependency-cruiser.cjs. */
  rule: string;
  /** The file that breaks it. */
  from: string;
  files: Files;
}

const value = (from: string) => `import { thing } from '${from}';\nexport const used = thing;\n`;
const type = (from: string) => `import type { Thing } from '${from}';\nexport type Used = Thing;\n`;
const exports = 'export const thing = 1;\nexport type Thing = number;\n';

function refuse(rule: string, from: string, text: string, others: Files = {}): ForbiddenImport {
  return { rule, from, files: { [from]: text, ...others } };
}

const packages = [
  '@opentelemetry/api',
  '@temporalio/client',
  '@temporalio/worker',
  '@temporalio/workflow',
  'knex',
  'koa',
  'luxon',
  'openapi-fetch',
  'pg',
  'zod',
  'jest',
  'pino',
  'piscina',
  'react',
];

export const stubPackages: Files = Object.fromEntries(
  packages.flatMap((name) => [
    [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' })],
    [`node_modules/${name}/index.js`, 'exports.thing = 1;\n'],
  ]),
);

/** One file to import in every layer, and one that uses all that its layer may use. */
export const allowedImports: Files = {
  'config.ts': `import { thing as z } from 'zod';\nimport { thing as shape } from './temporal/settings';\nexport const thing = [z, shape];\nexport type Thing = number;\n`,
  'domain/thing.ts': exports,
  'domain/things/schemas.ts': value('zod') + exports,
  'domain/things/steps/send/schema.ts': value('zod') + exports,
  'domain/journeys/wait.ts': value('luxon'),
  'domain/validate.ts': type('zod'),
  'domain/things/rule.ts': value('../thing') + type('./schemas').replace('Used', 'Shape'),
  'db/thing.ts': exports,
  'db/connection.ts': [
    "import knex, { type Knex } from 'knex';",
    "import { randomBytes } from 'node:crypto';",
    "import { thing } from '../domain/things/schemas';",
    'export const open = (knexes: Knex) => [knex, knexes, randomBytes(thing)];',
  ].join('\n'),
  'operations/things/change-thing.ts':
    value('../../db/thing') + type('../../domain/things/schemas').replace('Used', 'Shape') + exports,
  'operations/things/create-thing.ts': [
    "import type { Thing } from 'zod';",
    "import { thing as rule } from '../../domain/thing';",
    "import { thing as change } from './change-thing';",
    'export const create = (shape: Thing) => [shape, rule, change];',
  ].join('\n'),
  'workflows/contract/thing.ts': exports,
  'workflows/journey.ts': [
    "import { thing as proxy } from '@temporalio/workflow';",
    "import type { Thing } from '../activities/thing';",
    "import type { Thing as Shape } from '../domain/things/schemas';",
    "import { thing } from '../domain/thing';",
    "import { thing as name } from './contract/thing';",
    'export const journey = (a: Thing, b: Shape) => [a, b, proxy, thing, name];',
  ].join('\n'),
  'activities/thing.ts': value('../operations/things/change-thing') + type('../workflows/contract/thing') + exports,
  'activities/rule.ts': value('../domain/things/schemas') + type('knex'),
  'activities/sends.ts': type('../threads/threads'),
  'egress/thing.ts':
    value('../domain/thing') + "import { request } from 'node:http';\nexport const send = request;\n" + exports,
  'egress/parsed.ts': type('zod'),
  'api/things/calls.ts': value('../../egress/thing'),
  'threads/threads.ts': value('piscina') + type('../operations/ports').replace('Used', 'Port') + exports,
  'threads/entry.ts': value('../domain/tasks'),
  'domain/tasks.ts': value('./things/schemas') + exports,
  'temporal/settings.ts': value('zod') + exports,
  'temporal/client-connection.ts': value('@temporalio/client') + exports,
  'temporal/native-connection.ts': value('@temporalio/worker') + type('./client-connection') + exports,
  'telemetry/settings.ts': value('zod') + exports,
  'telemetry/exporter.ts': value('@opentelemetry/api') + type('pino'),
  'telemetry/spans.ts': value('@opentelemetry/api') + exports,
  'activities/traced.ts': value('../telemetry/spans'),
  'api/traced.ts': value('../telemetry/spans'),
  'api/server.ts': value('../config'),
  'operations/ports.ts': exports,
  'mail/create-mailer.ts': value('../operations/ports') + exports,
  'context/create-context.ts':
    value('../egress/thing') + type('../operations/ports').replace('Used', 'Port') + exports.replace('thing', 'made'),
  'api/run-api.ts':
    value('../mail/create-mailer') +
    "import { thing as open } from '../temporal/client-connection';\nexport const opened = open;\n",
  'api/app.ts': value('koa') + type('../config'),
  'api/services.ts': type('../operations/ports'),
  'api/route.ts': type('../threads/threads') + value('../threads/thread-gauges'),
  'threads/thread-gauges.ts': type('./threads') + exports,
  'api/things/routes.ts': value('@temporalio/client') + type('knex'),
  'api/things/routes-of-thing.ts': value('../../operations/things/change-thing'),
  'api/things/contract.ts': value('../../workflows/contract/thing') + type('../../db/thing'),
  'worker/main.ts': value('../config') + type('../api/app'),
  'tools/doctor.ts': value('../config') + value('../operations/things/change-thing'),
  'domain/experiments/bucket.ts': exports,
  'snippet/thing.ts': exports,
  'snippet/main.ts':
    value('./thing') +
    value('../domain/experiments/bucket')
      .replaceAll('thing', 'thing as bucket')
      .replace('used = thing as bucket', 'bucketed = bucket'),
  'console/thing.ts': exports,
  'console/main.tsx': [
    value('react'),
    type('../client/src/api-types').replace('Used', 'Api'),
    type('../domain/things/schemas').replace('Used', 'Shape'),
    "import { thing as rule } from '../domain/things/rule';\nexport const ruled = rule;\n",
  ].join(''),
  'client/src/api-types.ts': exports,
  'client/src/client.ts':
    "import { randomUUID } from 'node:crypto';\nexport const id = randomUUID();\n" +
    value('openapi-fetch') +
    type('./api-types'),
  'client/examples/track.mjs': "import { track } from '@apex/client';\ntrack();\n",
  'client/generate-types.ts':
    value('../api/app') + "import { thing as jest } from 'jest';\nexport const maker = jest;\n",
  'dev/stack.ts': value('../api/app') + exports,
  'bench/thing.ts': value('../db/thing') + exports,
  'test/support/thing.ts': value('../../dev/stack') + exports,
};

export const forbiddenImports: ForbiddenImport[] = [
  refuse('domain-imports-only-domain', 'domain/reads-rows.ts', type('../db/thing')),
  refuse(
    'domain-imports-only-domain',
    'domain/reads-files.ts',
    "import { readFileSync } from 'node:fs';\nreadFileSync('x');\n",
  ),
  refuse('domain-imports-only-domain', 'domain/uses-koa.ts', value('koa')),
  refuse('domain-zod-only-in-schemas', 'domain/things/parse.ts', value('zod')),
  refuse('domain-zod-only-in-schemas', 'domain/things/steps/send/rules.ts', value('zod')),
  refuse('domain-imports-only-domain', 'domain/renders-in-threads.ts', type('../threads/threads')),
  refuse('db-imports-domain-knex-pg', 'db/calls-api.ts', type('../api/app')),
  refuse('db-imports-domain-knex-pg', 'db/uses-zod.ts', value('zod')),
  refuse('operations-import-domain-and-db', 'operations/things/calls-api.ts', type('../../api/app')),
  refuse('operations-import-domain-and-db', 'operations/things/acts.ts', value('../../activities/rule')),
  refuse(
    'operations-import-domain-and-db',
    'operations/things/names-workflow.ts',
    type('../../workflows/contract/thing'),
  ),
  refuse('operations-import-domain-and-db', 'operations/things/queries.ts', value('knex')),
  refuse('operations-and-egress-take-only-types-of-zod', 'operations/things/parses.ts', value('zod')),
  refuse('operations-and-egress-take-only-types-of-zod', 'egress/parses.ts', value('zod')),
  refuse('db-imports-domain-knex-pg', 'db/operates.ts', type('../operations/things/change-thing')),
  refuse('activities-import-domain-and-operations', 'activities/calls-api.ts', value('../api/app')),
  refuse('activities-import-domain-and-operations', 'activities/calls-hosts.ts', value('../egress/thing')),
  refuse('activities-import-domain-and-operations', 'activities/reads-rows.ts', type('../db/thing')),
  refuse('activities-import-domain-and-operations', 'activities/reads-settings.ts', type('../config')),
  refuse('activities-import-domain-and-operations', 'activities/names-workflow.ts', type('../workflows/journey')),
  refuse(
    'activities-take-only-types-from-the-workflow-contract',
    'activities/uses-contract.ts',
    value('../workflows/contract/thing'),
  ),
  refuse('activities-leave-queries-and-workflows-to-others', 'activities/queries.ts', value('knex')),
  refuse(
    'activities-leave-queries-and-workflows-to-others',
    'activities/queries-by-default.ts',
    "import knex from 'knex';\nimport type { Knex } from 'knex';\nexport const rows = (k: Knex) => knex(k);\n",
  ),
  refuse('activities-leave-queries-and-workflows-to-others', 'activities/starts.ts', value('@temporalio/client')),
  refuse('workflows-import-domain-and-the-workflow-sdk', 'workflows/reads-rows.ts', type('../db/thing')),
  refuse('workflows-import-domain-and-the-workflow-sdk', 'workflows/uses-luxon.ts', value('luxon')),
  refuse(
    'workflows-import-domain-and-the-workflow-sdk',
    'workflows/uses-node.ts',
    "import { randomUUID } from 'node:crypto';\nexport const id = randomUUID();\n",
  ),
  refuse(
    'workflows-take-only-types-from-activities-and-schemas',
    'workflows/calls-activity.ts',
    value('../activities/thing'),
  ),
  refuse(
    'workflows-take-only-types-from-activities-and-schemas',
    'workflows/parses.ts',
    value('../domain/things/schemas'),
  ),
  refuse(
    'workflows-take-only-types-from-activities-and-schemas',
    'workflows/parses-step.ts',
    value('../domain/things/steps/send/schema'),
  ),
  refuse(
    'workflows-take-only-types-from-activities-and-schemas',
    'workflows/parses-and-types.ts',
    "import type { Thing } from '../domain/things/schemas';\nimport { thing } from '../domain/things/schemas';\n" +
      'export const parsed: Thing = thing;\n',
  ),
  refuse('api-imports-domain-db-operations-and-the-workflow-contract', 'api/acts.ts', type('../activities/thing')),
  refuse('api-imports-domain-db-operations-and-the-workflow-contract', 'api/runs-worker.ts', value('../worker/main')),
  refuse(
    'api-imports-domain-db-operations-and-the-workflow-contract',
    'api/runs-workflow.ts',
    value('../workflows/journey'),
  ),
  refuse('contexts-are-created-in-entry-points', 'api/things/creates.ts', value('../../context/create-context')),
  refuse('context-implements-the-ports', 'context/calls-api.ts', value('../api/app')),
  refuse('mailers-are-created-in-entry-points', 'api/mails.ts', value('../mail/create-mailer')),
  refuse('mail-imports-domain-db-and-the-ports', 'mail/calls-api.ts', value('../api/app')),
  refuse('egress-imports-domain-and-the-guard', 'egress/reads-rows.ts', type('../db/thing')),
  refuse('egress-imports-domain-and-the-guard', 'egress/uses-koa.ts', value('koa')),
  refuse('threads-import-domain', 'threads/reads-rows.ts', type('../db/thing')),
  refuse('threads-import-domain', 'threads/calls-api.ts', value('../api/app')),
  refuse('threads-import-domain', 'threads/uses-koa.ts', value('koa')),
  refuse('threads-are-made-in-entry-points', 'api/starts-threads.ts', value('../threads/threads')),
  refuse('threads-are-made-in-entry-points', 'activities/starts-threads.ts', value('../threads/threads')),
  refuse('api-talks-to-temporal-through-the-client', 'api/defines-workflow.ts', value('@temporalio/workflow')),
  refuse('api-talks-to-temporal-through-the-client', 'api/loads-core.ts', value('../temporal/native-connection')),
  refuse('temporal-imports-the-client-sdk', 'temporal/reads-rows.ts', value('../db/thing')),
  refuse('temporal-imports-the-client-sdk', 'temporal/reads-settings.ts', type('../config')),
  refuse('temporal-imports-the-client-sdk', 'temporal/loads-core.ts', value('@temporalio/worker')),
  refuse('telemetry-imports-its-packages', 'telemetry/reads-rows.ts', type('../db/thing')),
  refuse('telemetry-imports-its-packages', 'telemetry/uses-koa.ts', value('koa')),
  refuse('only-telemetry-imports-its-packages', 'api/exports-spans.ts', value('../telemetry/exporter')),
  refuse('only-telemetry-imports-its-packages', 'worker/makes-spans.ts', value('@opentelemetry/api')),
  refuse('api-leaves-queries-to-db', 'api/queries.ts', value('knex')),
  refuse('snippet-imports-snippet-and-the-rules-of-experiments', 'snippet/uses-zod.ts', value('zod')),
  refuse('snippet-imports-snippet-and-the-rules-of-experiments', 'snippet/uses-domain.ts', value('../domain/thing')),
  refuse(
    'snippet-imports-snippet-and-the-rules-of-experiments',
    'snippet/reads-files.ts',
    "import { readFileSync } from 'node:fs';\nreadFileSync('x');\n",
  ),
  refuse('snippet-takes-only-types-from-schemas', 'snippet/parses.ts', value('../domain/experiments/schemas'), {
    'domain/experiments/schemas.ts': value('zod') + exports,
  }),
  refuse('nothing-but-tests-imports-the-snippet', 'api/runs-snippet.ts', value('../snippet/thing')),
  refuse('console-imports-rules-types-of-the-client-and-its-packages', 'console/uses-zod.ts', value('zod')),
  refuse('console-imports-rules-types-of-the-client-and-its-packages', 'console/reads-rows.ts', value('../db/thing'), {
    'db/thing.ts': exports,
  }),
  refuse(
    'console-takes-only-types-from-schemas-and-the-client',
    'console/parses.ts',
    value('../domain/things/schemas'),
    {
      'domain/things/schemas.ts': exports,
    },
  ),
  refuse(
    'console-takes-only-types-from-schemas-and-the-client',
    'console/parses-step.ts',
    value('../domain/things/steps/send/schema'),
  ),
  refuse('nothing-but-tests-imports-the-console', 'api/renders.ts', value('../console/thing'), {
    'console/thing.ts': exports,
  }),
  refuse('client-imports-client-openapi-fetch-and-node', 'client/src/uses-zod.ts', value('zod')),
  refuse('client-imports-client-openapi-fetch-and-node', 'client/src/uses-domain.ts', type('../../domain/thing')),
  refuse('client-imports-client-openapi-fetch-and-node', 'client/src/makes-types.ts', type('../generate-types')),
  refuse('client-takes-only-types-from-the-document', 'client/src/runs-types.ts', value('./api-types')),
  refuse(
    'nothing-but-the-console-and-tests-imports-the-client',
    'worker/uses-client.ts',
    value('../client/src/client'),
  ),
  refuse('config-is-read-by-entry-points', 'api/reads-settings.ts', value('../config')),
  refuse('config-is-read-by-entry-points', 'worker/schedules.ts', value('../config')),
  refuse(
    'config-and-logging-stand-alone',
    'config.ts',
    allowedImports['config.ts'] + "export * from './domain/thing';\n",
  ),
  refuse('logging-metrics-import-prom-client-and-logging', 'logging-metrics.ts', value('./config')),
  refuse('config-is-read-by-entry-points', 'tools/doctor/clock.ts', value('../../config')),
  refuse('production-does-not-import-dev-bench-test', 'worker/uses-dev.ts', value('../dev/stack')),
  refuse('production-does-not-import-dev-bench-test', 'tools/uses-dev.ts', value('../dev/stack')),
  refuse('tools-do-not-import-api', 'tools/uses-app.ts', value('../api/app')),
  refuse('nothing-but-dev-and-tests-imports-tools', 'worker/uses-tool.ts', value('../tools/doctor')),
  refuse('production-does-not-import-dev-bench-test', 'worker/uses-test.ts', type('../test/support/thing')),
  refuse('dev-does-not-import-bench-test', 'dev/uses-test.ts', value('../test/support/thing')),
  refuse('no-development-packages-at-run-time', 'worker/uses-jest.ts', value('jest')),
  refuse('no-cycles', 'domain/chicken.ts', value('./egg').replace('used', 'thing'), {
    'domain/egg.ts': value('./chicken').replace('used', 'thing'),
  }),
  refuse('no-unresolvable-imports', 'worker/uses-nothing.ts', value('./nowhere')),
];
