import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../lib/paths.mjs'
import { type Graph, importViolations, readImports, rules, rulesWithoutFiles } from './imports.ts'
import { format } from './violation.ts'

describe('imports of the repository', () => {
  let graph: Graph
  beforeAll(async () => {
    graph = await readImports(root, ['packages', 'apps', 'examples', 'bench', 'scripts', 'docs'])
  })

  it('keep every rule', () => {
    expect(format(importViolations(graph).map(({ violation }) => violation))).toBe('')
  })

  it('are matched by every rule: none names a folder that is gone', () => {
    expect(rulesWithoutFiles(graph)).toEqual([])
  })
})

type Example = readonly [rule: string, file: string, code: string, ...others: string[]]

/** A file with one import that its rule forbids. `others`: files that must exist for it, empty or `path: code`. */
const FORBIDDEN: readonly Example[] = [
  ['no-cycles', 'packages/sdk/src/a.ts', "import './b.ts'", "packages/sdk/src/b.ts: import './a.ts'"],
  [
    'no-cycles',
    'packages/gateway/src/a.ts',
    "import type { B } from './b.ts'",
    "packages/gateway/src/b.ts: export type B = import('./a.ts').A",
  ],
  ['contract-imports-nothing', 'packages/contract/src/ids.ts', "import 'node:fs'"],
  ['http-server-imports-nothing-of-ours', 'packages/http-server/src/x.ts', "import '@galla/contract/money'"],
  ['postgres-imports-nothing-of-ours', 'packages/postgres/src/x.ts', "import type {} from '@galla/contract/money'"],
  ['sdk-imports-the-wire-only', 'packages/sdk/src/c.ts', "import axios from 'axios'"],
  ['sdk-imports-the-wire-only', 'packages/sdk/src/d.ts', "export * from '@galla/contract/sandbox-api/routes'"],
  ['sdk-imports-the-wire-only', 'packages/sdk/src/e.ts', "import '@galla/sandbox'"],
  ['sdk-loads-no-builtin', 'packages/sdk/src/f.ts', "import { request } from 'node:http'"],
  ['sandbox-imports', 'packages/sandbox/src/sign.ts', "import { sign } from '@galla/sdk/testing'"],
  ['gateway-imports', 'packages/gateway/src/c.ts', "import '@galla/sandbox'"],
  [
    'gateway-subscriptions-by-their-entry',
    'packages/gateway/src/services/orders/z.ts',
    "import '../subscriptions/z.ts'",
    'packages/gateway/src/services/subscriptions/z.ts',
  ],
  ['testkit-imports', 'packages/testkit/src/x.ts', "import '@galla/sdk'"],
  ['cli-imports-public-entries', 'packages/cli/src/x.ts', "import '@galla/react'"],
  ['react-imports', 'packages/react/src/x.ts', "import '@galla/sdk'"],
  ['pages-import', 'apps/shop/src/x.tsx', "import '@galla/sdk'"],
  ['shop-server-imports-public-entries', 'apps/shop/src/server/x.ts', "import '@galla/sandbox'"],
  ['create-galla-imports-nothing-of-ours', 'packages/create-galla/src/x.ts', "import '@galla/sdk'"],
  ['examples-and-bench-import-public-entries', 'examples/hono/x.mjs', "import '@galla/contract/money'"],
  ['public-entries-only', 'packages/sdk/test/x.test.ts', "import '@galla/sandbox/domain/order'"],
  ['no-relative-import-across-packages', 'packages/sdk/test/y.test.ts', "import '../../sandbox/src/index.ts'"],
  [
    'provider-types-know-no-api-of-ours',
    'packages/contract/src/provider/x.ts',
    "import type { R } from '../sandbox-api/routes.ts'",
  ],
  ['sdk-resources-know-no-telemetry', 'packages/sdk/src/resources/x.ts', "import '../telemetry/queue.ts'"],
  [
    'sdk-telemetry-never-sends-as-a-call',
    'packages/sdk/src/telemetry/sender.ts',
    "import '../http/with-token.ts'",
    "packages/sdk/src/http/with-token.ts: import './send.ts'",
  ],
  ['sdk-auth-never-sends-as-a-call', 'packages/sdk/src/auth/grant.ts', "import '../http/send.ts'"],
  ['sdk-operations-are-pure', 'packages/sdk/src/operations/pay.ts', "import '../http/attempt.ts'"],
  ['sdk-compat-starts-from-operations', 'packages/sdk/src/compat/x.ts', "import '../resources/refunds.ts'"],
  ['sdk-callbacks-need-no-network', 'packages/sdk/src/callbacks/x.ts', "import '../client.ts'"],
  ['sdk-undici-by-its-entry', 'packages/sdk/src/http/pick.ts', "import './undici.ts'"],
  ['sdk-undici-by-its-entry', 'packages/sdk/src/g.ts', "await import('undici')"],
  ['sdk-opentelemetry-by-its-entry', 'packages/sdk/src/h.ts', "export * from './hooks/otel.ts'"],
  ['gateway-opentelemetry-by-its-entry', 'packages/gateway/src/h.ts', "export * from './observability/otel.ts'"],
  ['sandbox-domain-is-pure', 'packages/sandbox/src/domain/x.ts', "import 'node:fs'"],
  ['sandbox-domain-is-pure', 'packages/sandbox/src/domain/y.ts', "import '../callbacks/deliver.ts'"],
  ['gateway-domain-is-pure', 'packages/gateway/src/domain/x.ts', "import type {} from '../storage/orders.ts'"],
  ['gateway-domain-is-pure', 'packages/gateway/src/domain/y.ts', "import type {} from '@galla/sdk'"],
  ['gateway-storage-is-below-services', 'packages/gateway/src/storage/x.ts', "import '../services/pay.ts'"],
  [
    'gateway-services-are-below-routes-and-workers',
    'packages/gateway/src/services/x.ts',
    "import '../workers/poll.ts'",
  ],
  ['gateway-workers-use-services', 'packages/gateway/src/workers/x.ts', "import '../routes/payer/pay.ts'"],
  ['gateway-routes-use-services', 'packages/gateway/src/routes/payer/x.ts', "import '../../storage/orders.ts'"],
  ['gateway-routes-are-apart', 'packages/gateway/src/routes/payer/y.ts', "import '../console/orders.ts'"],
  ['gateway-http-knows-no-route', 'packages/gateway/src/http/x.ts', "import '../routes/payer/pay.ts'"],
  ['gateway-ports-know-no-edge', 'packages/gateway/src/observability/x.ts', "import '../http/y.ts'"],
]

const ALLOWED: readonly Example[] = [
  ['', 'packages/sdk/src/http/node-http.ts', "type Http = typeof import('node:http')\nexport type { Http }"],
  ['', 'packages/sdk/src/http/undici.ts', "import { Pool } from 'undici'"],
  ['', 'packages/sdk/test/pay.test.ts', "import '@galla/sandbox'\nimport '../src/client.ts'"],
  ['', 'packages/sandbox/src/app.ts', "import 'hono'\nimport 'node:fs'\nimport '@galla/contract/sandbox-api/routes'"],
  ['', 'packages/gateway/src/services/ok.ts', "import '../storage/orders.ts'\nimport '@galla/sdk'\nimport 'pg'"],
  ['', 'packages/gateway/src/routes/payer/ok.ts', "import '../../services/pay.ts'\nimport '../../http/y.ts'"],
  ['', 'packages/gateway/test/ok.test.ts', "import '../src/storage/orders.ts'\nimport '@galla/sandbox'"],
  ['', 'apps/shop/vite.config.ts', "import '../../scripts/lib/vite-page.mjs'", 'scripts/lib/page.mjs'],
  ['', 'examples/hono/shared.ts', "import '../starter/settings.ts'"],
  ['', 'examples/hono/ok.mjs', "import 'hono'\nimport '@galla/gateway/hono'"],
]

/** Empty files that the examples import, and the packages that stand in for real ones. */
const FILES = [
  ...['money', 'provider/states', 'sandbox-api/routes'].map((name) => `packages/contract/src/${name}.ts`),
  ...['index', 'testing', 'client', 'http/send', 'http/attempt', 'hooks/otel'].map(
    (name) => `packages/sdk/src/${name}.ts`,
  ),
  ...['telemetry/queue', 'resources/refunds'].map((name) => `packages/sdk/src/${name}.ts`),
  ...['index', 'domain/order', 'callbacks/deliver'].map((name) => `packages/sandbox/src/${name}.ts`),
  ...['services/pay', 'storage/orders', 'workers/poll', 'http/y'].map((name) => `packages/gateway/src/${name}.ts`),
  ...['routes/payer/pay', 'routes/console/orders', 'index', 'adapters/hono', 'observability/otel'].map(
    (name) => `packages/gateway/src/${name}.ts`,
  ),
  'packages/react/src/index.ts',
  'examples/starter/settings.ts',
]
const INSTALLED = ['axios', 'undici', 'hono', 'pg']
const EXPORTS: { [name: string]: object } = {
  contract: { './*': './src/*.ts' },
  sdk: { '.': './src/index.ts', './testing': './src/testing.ts' },
  sandbox: { '.': './src/index.ts', './*': './src/*.ts' },
  gateway: { '.': './src/index.ts', './hono': './src/adapters/hono.ts' },
  react: { '.': './src/index.ts' },
}

describe('each rule', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galla-imports-'))
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), `${text}\n`)
  }
  let found: { rule: string; file: string }[]

  beforeAll(async () => {
    for (const file of FILES) write(file, 'export {}')
    for (const name of INSTALLED) {
      write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }))
      write(`node_modules/${name}/index.js`, '')
    }
    mkdirSync(join(folder, 'node_modules/@galla'))
    for (const [name, exports] of Object.entries(EXPORTS)) {
      write(`packages/${name}/package.json`, JSON.stringify({ name: `@galla/${name}`, type: 'module', exports }))
      symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules/@galla', name), 'junction')
    }
    for (const [, file, code, ...others] of [...FORBIDDEN, ...ALLOWED]) {
      write(file, code)
      for (const other of others) {
        const [path = '', text = 'export {}'] = other.split(/: (.*)/)
        write(path, text)
      }
    }
    const graph = await readImports(folder, ['packages', 'apps', 'examples'])
    found = importViolations(graph).map(({ rule, violation }) => ({ rule, file: violation.file }))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('has a reason and a fix', () => {
    const vague = rules.filter(({ comment = '' }) => !/^\S.+\. Fix: \S+/.test(comment))
    expect(vague.map(({ name }) => name)).toEqual([])
  })

  it('has an example that breaks it', () => {
    const shown = new Set(FORBIDDEN.map(([rule]) => rule))
    expect(rules.map(({ name = '' }) => name).filter((name) => !shown.has(name))).toEqual([])
  })

  it.each(FORBIDDEN)('%s reports %s: %s', (rule, file) => {
    expect(found).toContainEqual({ rule, file })
  })

  it.each(ALLOWED)('%sallows %s: %s', (_, file) => {
    expect(found.filter((one) => one.file === file)).toEqual([])
  })
})
