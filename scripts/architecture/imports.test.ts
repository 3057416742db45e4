import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { root } from '../lib/paths.mjs'
import { type Graph, importViolations, readImports, rules, rulesWithoutFiles } from './imports.ts'
import { format } from './violation.ts'

describe('imports of the repository', () => {
  let graph: Graph
  beforeAll(async () => {
    graph = await readImports(root, ['packages', 'apps', 'examples', 'bench', 'scripts', 'docs'])
  })

  it('keep every rule', () => expect(format(importViolations(graph))).toBe(''))

  it('are matched by every rule: none names a folder that is gone', () => expect(rulesWithoutFiles(graph)).toEqual([]))
})

/** For each rule a file, and what the file may not import: another file, or a module by its name. */
const FORBIDDEN = `
no-cycles: packages/sdk/src/a.ts → packages/sdk/src/b.ts
contract-imports-nothing: packages/contract/src/ids.ts → node:fs
http-server-imports-nothing-of-ours: packages/http-server/src/x.ts → packages/contract/src/money.ts
postgres-imports-nothing-of-ours: packages/postgres/src/x.ts → packages/contract/src/money.ts
sdk-imports-the-wire-only: packages/sdk/src/x.ts → axios
sdk-imports-the-wire-only: packages/sdk/src/y.ts → packages/contract/src/sandbox-api/routes.ts
sdk-loads-no-builtin: packages/sdk/src/http/x.ts → node:http
sandbox-imports: packages/sandbox/src/x.ts → packages/sdk/src/testing.ts
gateway-imports: packages/gateway/src/x.ts → packages/sandbox/src/index.ts
testkit-imports: packages/testkit/src/x.ts → packages/sdk/src/index.ts
cli-imports-public-entries: packages/cli/src/x.ts → packages/react/src/index.ts
create-galla-imports-nothing-of-ours: packages/create-galla/src/x.ts → packages/sdk/src/index.ts
react-imports: packages/react/src/x.ts → packages/sdk/src/index.ts
pages-import: apps/shop/src/x.tsx → packages/sdk/src/index.ts
console-knows-no-test-tools: apps/console/src/x.ts → apps/test-tools/src/x.ts
shop-server-imports-public-entries: apps/shop/src/server/x.ts → packages/sandbox/src/index.ts
examples-and-bench-import-public-entries: examples/hono/x.mjs → packages/contract/src/money.ts
public-entries-only: packages/sdk/test/x.test.ts → packages/sandbox/src/domain/order.ts
no-relative-import-across-packages: packages/sdk/test/y.test.ts → packages/sandbox/src/index.ts
provider-types-know-no-api-of-ours: packages/contract/src/provider/x.ts → packages/contract/src/sandbox-api/routes.ts
sdk-resources-know-no-telemetry: packages/sdk/src/resources/x.ts → packages/sdk/src/telemetry/queue.ts
sdk-telemetry-never-sends-as-a-call: packages/sdk/src/telemetry/x.ts → packages/sdk/src/http/send.ts
sdk-auth-never-sends-as-a-call: packages/sdk/src/auth/x.ts → packages/sdk/src/http/send.ts
sdk-operations-are-pure: packages/sdk/src/operations/x.ts → packages/sdk/src/http/send.ts
sdk-compat-starts-from-operations: packages/sdk/src/compat/x.ts → packages/sdk/src/resources/refunds.ts
sdk-callbacks-need-no-network: packages/sdk/src/callbacks/x.ts → packages/sdk/src/client.ts
sdk-undici-by-its-entry: packages/sdk/src/http/y.ts → packages/sdk/src/http/undici.ts
sdk-opentelemetry-by-its-entry: packages/sdk/src/z.ts → packages/sdk/src/hooks/otel.ts
gateway-opentelemetry-by-its-entry: packages/gateway/src/y.ts → packages/gateway/src/observability/otel.ts
sandbox-domain-is-pure: packages/sandbox/src/domain/x.ts → packages/sandbox/src/callbacks/deliver.ts
gateway-domain-is-pure: packages/gateway/src/domain/x.ts → packages/gateway/src/storage/orders.ts
gateway-storage-is-below-services: packages/gateway/src/storage/x.ts → packages/gateway/src/services/pay.ts
gateway-services-are-below-routes-and-workers: packages/gateway/src/services/x.ts → packages/gateway/src/workers/poll.ts
gateway-workers-use-services: packages/gateway/src/workers/x.ts → packages/gateway/src/routes/payer/pay.ts
gateway-routes-use-services: packages/gateway/src/routes/payer/x.ts → packages/gateway/src/storage/orders.ts
gateway-subscriptions-by-their-entry: packages/gateway/src/services/y.ts → packages/gateway/src/services/subscriptions/z.ts
gateway-routes-are-apart: packages/gateway/src/routes/payer/y.ts → packages/gateway/src/routes/console/orders.ts
gateway-http-knows-no-route: packages/gateway/src/http/x.ts → packages/gateway/src/routes/payer/pay.ts
gateway-ports-know-no-edge: packages/gateway/src/observability/x.ts → packages/gateway/src/http/y.ts
`
  .trim()
  .split('\n')
  .map((line) => line.split(/: | → /) as [rule: string, file: string, target: string])

describe('each rule about imports', () => {
  it('has a reason and a fix', () => {
    const vague = rules.filter(({ comment = '' }) => !/^\S.+\. Fix: \S+/.test(comment))
    expect(vague.map(({ name }) => name)).toEqual([])
  })

  it('has an import that breaks it', () => {
    expect(new Set(FORBIDDEN.map(([rule]) => rule))).toEqual(new Set(rules.map(({ name }) => name)))
  })

  it('reports the import that breaks it', async ({ onTestFinished }) => {
    const folder = mkdtempSync(join(tmpdir(), 'galla-imports-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const write = (path: string, text: string) => {
      mkdirSync(join(folder, dirname(path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const importOf = (file: string, target: string) => `import './${relative(dirname(file), target)}'\n`
    for (const [rule, file, target] of FORBIDDEN) {
      write(file, target.includes('/') ? importOf(file, target) : `import '${target}'\n`)
      if (target.includes('/')) write(target, rule === 'no-cycles' ? importOf(target, file) : '')
    }
    const found = importViolations(await readImports(folder, ['packages', 'apps', 'examples']))
    const unseen = FORBIDDEN.filter(
      ([rule, file]) => !found.some((one) => one.file === file && one.rule.startsWith(`${rule}: `)),
    )
    expect(unseen).toEqual([])
  })
})
