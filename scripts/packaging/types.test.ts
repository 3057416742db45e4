import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at } from '../lib/paths.mjs'
import { node, npm } from '../lib/run.mjs'
import { emptyProject, installedProject, WITHOUT_NETWORK } from './merchant-project.ts'

/** Code that was written for the official package. */
const samples = (name: string) =>
  readFileSync(at('packages/sdk/test/compat/samples', name), 'utf8')
    .split('`')
    .filter((_, part) => part % 2 === 1)
    .map((text) => text.replaceAll('OFFICIAL_PACKAGE', '@galla/sdk/compat'))

const [style = ''] = samples('official-style.ts')
const [patterns = '', narrowing = ''] = samples('public-patterns.ts')
/** The project has no types of a runtime. */
const STYLE = `declare const process: { env: { [name: string]: string | undefined } }
declare const console: { log(...values: unknown[]): void }
${style}`

/** Uses the public types as a merchant does; `Paise` of one kind of import must fit the other's. */
const USES = `
async function checkout(fetch: FetchLike): Promise<string> {
  const galla = new Galla({ clientId: 'a', clientSecret: 'b', clientVersion: 1, fetch })
  const amount: Paise = inr('499.00')
  const order = await galla.standardCheckout.pay({ merchantOrderId: 'order-42', amount })
  const status = await galla.standardCheckout.getOrderStatus({ merchantOrderId: 'order-42', details: true })
  if (status.state === 'UNKNOWN') return status.wireState
  const state: 'PENDING' | 'COMPLETED' | 'FAILED' = status.state
  const rail = status.paymentDetails[0]?.rail
  if (rail?.type === 'UPI') return rail.utr ?? ''
  const event = await galla.callbacks.verify({ headers: {}, body: '{}' })
  switch (event.kind) {
    case 'order':
      return event.payload.orderId
    case 'refund':
      return event.payload.originalMerchantOrderId
    case 'setup':
    case 'mandate':
    case 'notification':
    case 'redemption':
    case 'redemption-attempt':
      return event.merchantSubscriptionId
    case 'link':
      return event.payload.orderId
    case 'settlement':
      return event.payload.settlementId
    case 'attempt':
    case 'unknown':
      return event.event
  }
}
const paid = (error: unknown): boolean => isGallaError(error) && error.outcome === 'not-sent'
`
const NATIVE = `import { type FetchLike, Galla, inr, isGallaError, type Paise } from '@galla/sdk'
import { isUsable, nextDebitAtMs } from '@galla/sdk/subscriptions'
import { sign } from '@galla/sdk/testing'
${USES}
export const cause = (error: unknown): unknown => (isGallaError(error) ? error.cause : undefined)
export const used = [checkout, paid, sign, isUsable, nextDebitAtMs]
`
const SCOPE = `import { Galla } from '@galla/sdk'
export async function scoped(): Promise<void> {
  await using galla = new Galla({ clientId: 'a', clientSecret: 'b', clientVersion: 1 })
  await galla.flush()
}
`
const FILES = { 'style.ts': STYLE, 'patterns.ts': patterns, 'narrowing.ts': narrowing, 'native.ts': NATIVE }
/** Both kinds of module, where the compiler tells them apart. */
const MODULES = { 'style.mts': STYLE, 'style.cts': STYLE, 'native.mts': NATIVE, 'native.cts': NATIVE }

/** Installed compilers; the long run fetches the others. */
const INSTALLED: { readonly [version: string]: string } = {
  '4.9.5': at('node_modules/typescript4'),
  '6.0.3': at('node_modules/typescript'),
  '7.0.2': at('node_modules/typescript7'),
}
const FETCHED = process.env.GALLA_LONG ? ['5.0.4', '5.1.6', '5.2.2', '5.4.5', '5.7.3', '5.9.3'] : []

const MODES: { readonly [mode: string]: object } = {
  'commonjs, node10': { module: 'commonjs', moduleResolution: 'node' },
  node16: { module: 'node16', moduleResolution: 'node16' },
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
}

/** Version 4.9 has no `bundler`, and 7 no longer has `node10`. */
const supports = (version: string, mode: string) =>
  !(version.startsWith('4') && mode === 'bundler') && !(version.startsWith('7') && mode.startsWith('commonjs'))

describe('the types of the packed sdk', () => {
  const project = installedProject(['sdk'], WITHOUT_NETWORK, { ...FILES, ...MODULES, 'scope.ts': SCOPE })
  const compilers = emptyProject()
  beforeAll(async () => {
    if (FETCHED.length === 0) return
    const dependencies = Object.fromEntries(FETCHED.map((version) => [`v${version}`, `npm:typescript@${version}`]))
    compilers.write({ 'package.json': JSON.stringify({ private: true, dependencies }) })
    const { ok, output } = await npm(['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
      cwd: compilers.path,
    })
    if (!ok) throw new Error(`The compilers could not be fetched:\n${output}`)
  })
  afterAll(() => compilers.remove())

  const compile = (version: string, mode: string, files: readonly string[]) => {
    // No @types/node, no DOM, and no error of the declarations is hidden.
    const compilerOptions = {
      ...MODES[mode],
      target: 'es2020',
      lib: ['es2020'],
      typeRoots: [],
      strict: true,
      skipLibCheck: false,
      noEmit: true,
      ...(version.startsWith('6') ? { ignoreDeprecations: '6.0' } : {}),
    }
    project.write({ 'tsconfig.json': JSON.stringify({ compilerOptions, files }) })
    const folder = INSTALLED[version] ?? join(compilers.path, 'node_modules', `v${version}`)
    return node([join(folder, 'bin/tsc'), '-p', project.path, '--pretty', 'false'])
  }

  const rows = [...Object.keys(INSTALLED), ...FETCHED].flatMap((version) =>
    Object.keys(MODES)
      .filter((mode) => supports(version, mode))
      .map((mode) => ({ version, mode })),
  )

  it.each(rows)('compile with TypeScript $version under $mode', async ({ version, mode }) => {
    const [major = 0, minor = 0] = version.split('.').map(Number)
    const files = [
      ...Object.keys(FILES),
      ...(mode.startsWith('node') ? Object.keys(MODULES) : []),
      // The compiler knows `await using` from 5.2 on.
      ...(major > 5 || (major === 5 && minor >= 2) ? ['scope.ts'] : []),
    ]
    expect(await compile(version, mode, files)).toMatchObject({ ok: true, output: '' })
  })

  it('report a wrong use', async () => {
    project.write({ 'wrong.mts': `import { inr } from '@galla/sdk'\nexport const amount = inr(499)\n` })
    const { ok, output } = await compile('7.0.2', 'nodenext', ['wrong.mts'])
    expect({ ok, output }).toEqual({ ok: false, output: expect.stringContaining('wrong.mts(2,') })
  })
})
