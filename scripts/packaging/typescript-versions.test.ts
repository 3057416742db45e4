import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at } from '../lib/paths.mjs'
import { node, npm } from '../lib/run.mjs'
import { emptyProject, installPackedSdk } from './merchant-project.ts'

const samples = (name: string) =>
  readFileSync(at('packages/sdk/test/compat/samples', name), 'utf8')
    .split('`')
    .filter((_, part) => part % 2 === 1)
    .map((text) => text.replaceAll('OFFICIAL_PACKAGE', '@galla/sdk/compat'))

const [STYLE = ''] = samples('official-style.ts')
const [PATTERNS = '', NARROWING = ''] = samples('public-patterns.ts')
/** This project has no types of a runtime. */
const RUNTIME = `declare const process: { env: { [name: string]: string | undefined } }
declare const console: { log(...values: unknown[]): void }
`
const NATIVE = `import { Galla, inr, isGallaError } from '@galla/sdk'
import { sign } from '@galla/sdk/testing'

export async function run(): Promise<string> {
  const galla = new Galla({ clientId: 'a', clientSecret: 'b', clientVersion: 1 })
  const { redirectUrl } = await galla.standardCheckout.pay({ merchantOrderId: 'o', amount: inr('1.00') })
  return redirectUrl + Object.keys(await sign('{}', { secretKey: 's' })).join()
}
export const cause = (error: unknown): unknown => (isGallaError(error) ? error.cause : undefined)
`
const SCOPE = `import { Galla } from '@galla/sdk'
export async function scoped(): Promise<void> {
  await using galla = new Galla({ clientId: 'a', clientSecret: 'b', clientVersion: 1 })
  await galla.flush()
}
`

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
  const project = emptyProject()
  const compilers = emptyProject()
  beforeAll(async () => {
    await installPackedSdk(project)
    project.write({
      'style.ts': RUNTIME + STYLE,
      'patterns.ts': PATTERNS,
      'narrowing.ts': NARROWING,
      'native.ts': NATIVE,
      'scope.ts': SCOPE,
    })
    if (FETCHED.length === 0) return
    const dependencies = Object.fromEntries(FETCHED.map((version) => [`v${version}`, `npm:typescript@${version}`]))
    compilers.write({ 'package.json': JSON.stringify({ private: true, dependencies }) })
    const { ok, output } = await npm(['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
      cwd: compilers.path,
    })
    if (!ok) throw new Error(`The compilers could not be fetched:\n${output}`)
  })
  afterAll(() => {
    project.remove()
    compilers.remove()
  })

  const rows = [...Object.keys(INSTALLED), ...FETCHED].flatMap((version) =>
    Object.keys(MODES)
      .filter((mode) => supports(version, mode))
      .map((mode) => ({ version, mode })),
  )

  // The declarations are checked too, without types of a runtime: nothing hides an error in them.
  it.each(rows)('compile with TypeScript $version under $mode', async ({ version, mode }) => {
    const [major = 0, minor = 0] = version.split('.').map(Number)
    const files = ['style.ts', 'patterns.ts', 'narrowing.ts', 'native.ts']
    // The compiler knows `await using` from 5.2 on.
    if (major > 5 || (major === 5 && minor >= 2)) files.push('scope.ts')
    const compilerOptions = {
      ...MODES[mode],
      target: 'es2020',
      lib: ['es2020'],
      typeRoots: [],
      strict: true,
      skipLibCheck: false,
      noEmit: true,
      ...(major === 6 ? { ignoreDeprecations: '6.0' } : {}),
    }
    project.write({ 'tsconfig.json': JSON.stringify({ compilerOptions, files }) })
    const folder = INSTALLED[version] ?? join(compilers.path, 'node_modules', `v${version}`)
    const compiled = await node([join(folder, 'bin/tsc'), '-p', project.path, '--pretty', 'false'])
    expect(compiled).toMatchObject({ ok: true, output: '' })
  })
})
