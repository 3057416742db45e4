import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Galla, type Paise } from '@galla/sdk'
import * as compat from '@galla/sdk/compat'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostsAt } from './support/official.ts'
import { type RecordingProvider, recordingProvider } from './support/provider.ts'

const root = join(import.meta.dirname, '../../../..')
const [, table = ''] = readFileSync(join(root, 'docs/migration.md'), 'utf8').split(/<!-- (?:calls|end) -->/)
const ROWS = [...table.matchAll(/^\| `([a-z].+?)` \| `([a-z].+?)` \|$/gm)].map(([, before = '', after = '']) => ({
  before,
  after,
}))

const NAMES = [...new Set(ROWS.flatMap(({ before }) => before.match(/\b[A-Z]\w+(?=[.(])/g) ?? []))].filter(
  (name) => !name.endsWith('Builder') || name === 'UpiCollectPayViaPhoneNumberRequestBuilder',
)

/** The cells of the table as functions. */
const PROGRAM = `
import type { Galla, Paise } from '@galla/sdk'
import { type CustomCheckoutClient, type StandardCheckoutClient, ${NAMES.join(', ')} } from '@galla/sdk/compat'
interface Given { client: StandardCheckoutClient; custom: CustomCheckoutClient; galla: Galla; merchantOrderId: string; amount: Paise; redirectUrl: string; set: <B extends { merchantOrderId(id: string): B; amount(amount: number): B }>(builder: B) => B }
export const rows = [
${ROWS.map(
  ({ before, after }) =>
    `  [({ client, custom, set, merchantOrderId, redirectUrl }: Given) => ${before}, ({ galla, merchantOrderId, amount, redirectUrl }: Given) => ${after}],`,
).join('\n')}
] as const
`

type Cell = (given: object) => Promise<unknown>
let provider: RecordingProvider
let rows: readonly (readonly [Cell, Cell])[]
let given: { client: compat.StandardCheckoutClient; custom: compat.CustomCheckoutClient; galla: Galla }
const folder = join(root, '.cache', 'migration')
const file = join(folder, 'calls.ts')

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, PROGRAM)
  rows = (await import(pathToFileURL(file).href)).rows
  provider = await recordingProvider()
  const hosts = hostsAt(provider.origin, 'PRODUCTION')
  const options = { hosts }
  given = {
    client: compat.StandardCheckoutClient.getInstance('demo-shop', 'secret', 1, 'SANDBOX', false, options),
    custom: compat.CustomCheckoutClient.getInstance('demo-shop', 'secret', 1, 'SANDBOX', false, options),
    galla: new Galla({ clientId: 'demo-shop', clientSecret: 'secret', clientVersion: 1, hosts }),
  }
})
afterAll(async () => {
  await Promise.all([given.client.close(), given.custom.close(), given.galla.close(), provider.close()])
})

describe('the table of calls in docs/migration.md', () => {
  it('contains every method of both clients', () => {
    const used = new Set(ROWS.map(({ before }) => before.slice(0, before.indexOf('('))))
    const methods = ['pay', 'createSdkOrder', 'getOrderStatus', 'getTransactionStatus']
    const expected = ['client', 'custom'].flatMap((client) => methods.map((method) => `${client}.${method}`))
    expect([...expected, 'client.refund', 'client.getRefundStatus'].filter((one) => !used.has(one))).toEqual([])
  })

  it('compiles', () => {
    const program = ts.createProgram([file], {
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts', 'lib.esnext.disposable.d.ts'],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: ['node'],
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      customConditions: ['galla-source'],
    })
    expect(
      ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
    ).toEqual([])
  })

  it.each(ROWS.map((row, index) => [row.after, index] as const))('sends the same request with %s', async (_, index) => {
    const values = {
      ...given,
      merchantOrderId: 'order-1',
      amount: 100 as Paise,
      redirectUrl: 'https://shop.example/thanks',
      set: <B extends { merchantOrderId(id: string): B; amount(amount: number): B }>(builder: B) =>
        builder.merchantOrderId('order-1').amount(100),
    }
    const wires = []
    for (const cell of rows[index] ?? []) {
      provider.take()
      await cell(values)
      const { headers: _headers, ...wire } = provider.take().at(-1) ?? {}
      wires.push({ ...wire, deviceOS: _headers?.['x-device-os'] })
    }
    // The official builders send empty objects for fields that are not set.
    expect(wires.map(withoutEmpty)).toEqual([withoutEmpty(wires[0]), withoutEmpty(wires[0])])
  })
})

const withoutEmpty = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (_, item) =>
    typeof item === 'object' && item !== null && Object.keys(item).length === 0 ? undefined : item,
  )
