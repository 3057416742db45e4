import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { indianContext, launchChromium } from '@galla/testkit/chromium'
import { freePort } from '@galla/testkit/free-port'
import { transform } from 'esbuild'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { at } from '../lib/paths.mjs'
import { node, npm, run } from '../lib/run.mjs'
import { createShop, tarballFolder } from './merchant-project.ts'
import { start } from './start-program.ts'

const FRAMEWORKS = ['express', 'fastify', 'hono', 'next', 'nest', 'node']
const COMBINATIONS = FRAMEWORKS.flatMap((framework) =>
  ['--gateway', '--no-gateway'].flatMap((gateway) =>
    ['--ts', '--js'].map((language) => [framework, gateway, language]),
  ),
)

/** Outside the repository, and with a space: nothing of ours resolves by accident. */
const folder = mkdtempSync(join(tmpdir(), 'galla shops '))
const packages = tarballFolder()
let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
})

const program = at('packages/create-galla/bin/create-galla.mjs')
const create = (name: string, ...options: string[]) =>
  node([program, name, ...options, '--no-git', '--packages', packages], { cwd: folder })
const galla = (cwd: string, ...line: string[]) => node([at('packages/cli/bin/galla.mjs'), ...line], { cwd })

const filesIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Each relative import of a file, with the file that a compiler or Node reads for it. */
function importsOf(file: string): { written: string; found: boolean }[] {
  return [...readFileSync(file, 'utf8').matchAll(/(?:from |import\(|^import )'(\.[^']+)'/gm)].map(
    ([, written = '']) => {
      const path = join(dirname(file), written)
      return { written, found: ['', '.ts', '.tsx', '.js', '.jsx'].some((end) => existsSync(path + end)) }
    },
  )
}

describe.each(COMBINATIONS)('a shop on %s with %s %s', (framework = '', ...options) => {
  it('has code that is complete and can be parsed', async () => {
    const name = [framework, ...options].join(' ')
    await createShop(folder, name, '--framework', framework, ...options)
    const code = filesIn(join(folder, name)).filter((file) => /\.[jt]sx?$/.test(file))
    expect(code.length).toBeGreaterThan(5)
    for (const file of code) {
      expect({ file, broken: importsOf(file).filter(({ found }) => !found) }).toEqual({ file, broken: [] })
      const isTs = /\.tsx?$/.test(file)
      expect(isTs).toBe(options.includes('--ts'))
      // Types are an error to the loader of JavaScript.
      await transform(readFileSync(file, 'utf8'), {
        loader: isTs ? 'tsx' : 'jsx',
        tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
      })
    }
  })
})

/** Starts `npm start` of a shop: its lines, and the address of its payment page. */
function startShop(cwd: string, temporary: string, port: number) {
  const env = {
    ...process.env,
    PORT: String(port),
    SANDBOX_PORT: '0',
    TMPDIR: temporary,
    CI: '1',
    NEXT_TELEMETRY_DISABLED: '1',
  }
  // A group of its own, as a terminal gives it: Ctrl-C reaches npm and the program.
  const { child, lines, ready, ended } = start(
    'npm',
    ['start'],
    { cwd, env, detached: true },
    /^Payment page: (http\S+)$/,
  )
  const pressCtrlC = () => child.pid && process.kill(-child.pid, 'SIGINT')
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) pressCtrlC()
  })
  return { lines, page: ready.then(([, url = '']) => url), pressCtrlC, ended }
}

// The release tries Hono and plain Node.
describe.each([
  ['express', '--no-gateway', '--ts'],
  ['fastify', '--gateway', '--js'],
  ['nest', '--gateway', '--ts'],
  ['next', '--gateway', '--ts'],
])('an installed shop on %s with %s %s', (framework, ...options) => {
  it('passes its test, takes a payment in a browser, and leaves nothing behind after Ctrl-C', async () => {
    const name = `installed ${framework}`
    const cwd = join(folder, name)
    const created = await create(name, '--framework', framework, ...options, '--json')
    expect(created.ok, created.output).toBe(true)
    const tested = await npm(['test'], { cwd })
    expect(tested.ok, tested.output).toBe(true)
    expect(tested.output).toContain('# pass 1')

    const temporary = mkdtempSync(join(tmpdir(), 'galla-start-'))
    onTestFinished(() => rmSync(temporary, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }))
    const { lines, page: payment, pressCtrlC, ended } = startShop(cwd, temporary, await freePort())
    const page = await (await indianContext(browser)).newPage()
    await page.goto(await payment)
    await page.getByRole('heading', { level: 3, name: 'Net banking' }).click()
    await page.getByLabel('State Bank of India').check()
    await page.getByRole('button', { name: 'Pay ₹499.00' }).click()
    await page.getByRole('button', { name: 'Success' }).click()
    // The text is the promise, and not that each file of the page is loaded.
    await page.waitForURL('**/thanks?**', { waitUntil: 'commit' })
    await page.getByText('Paid. Thank you!').waitFor()
    await expect.poll(() => lines.filter((line) => /^cart-\d+: ₹499\.00 paid$/.test(line))).toHaveLength(1)
    await page.context().close()

    pressCtrlC()
    await ended
    await expect.poll(() => readdirSync(temporary).filter((file) => file.startsWith('galla-shop-'))).toEqual([])
  })
})

describe('npm create galla', () => {
  it('refuses a folder that is not empty, and touches nothing in it', async () => {
    mkdirSync(join(folder, 'full'))
    writeFileSync(join(folder, 'full/mine'), 'mine')
    const refused = await create('full', '--yes')
    expect(refused).toMatchObject({ code: 2, output: expect.stringContaining('run "galla init" in it') })
    expect(readdirSync(join(folder, 'full'))).toEqual(['mine'])
  })

  it('refuses a folder without tarballs', async () => {
    const refused = await node([program, 'no-tarballs', '--yes', '--packages', join(folder, 'full')], { cwd: folder })
    expect(refused).toMatchObject({ code: 2, output: expect.stringContaining('No tarball such as') })
    expect(existsSync(join(folder, 'no-tarballs'))).toBe(false)
  })

  it('says after Ctrl-C that the files are complete and the packages are not', async () => {
    const options = ['stopped', '--yes', '--no-git', '--packages', packages]
    // A group of its own, as a terminal gives it: Ctrl-C reaches npm, too.
    const detached = { cwd: folder, detached: true }
    const { child, ready, ended, lines } = start(process.execPath, [program, ...options], detached, /has a shop on/)
    await ready
    process.kill(-(child.pid ?? 0), 'SIGINT')
    expect((await ended)[0]).toBe(1)
    expect(lines).toContain('Stopped. The files are complete, but the packages are not installed.')
    expect(lines).toContain('  npm install')
    expect(existsSync(join(folder, 'stopped/server.ts'))).toBe(true)
  })

  it('creates a repository of git, and says what comes next', async () => {
    const options = ['repository', '--yes', '--no-install', '--packages', packages]
    const { ok, output } = await node([program, ...options], { cwd: folder })
    expect(ok, output).toBe(true)
    expect(output).toMatch(/Next:\n {2}cd repository\n {2}npm install\n {2}npm test\n {2}npm start/)
    expect(existsSync(join(folder, 'repository/.git'))).toBe(true)
    const { output: status } = await run('git', ['status', '--short'], { cwd: join(folder, 'repository') })
    expect(status).toContain('?? .gitignore')
  })
})

describe('galla init', () => {
  it('adds a route and a test to a project, keeps every file, and says what to paste', async () => {
    const cwd = join(folder, 'old shop')
    mkdirSync(join(cwd, 'payments'), { recursive: true })
    const manifest = '{ "name": "old-shop", "type": "module", "dependencies": { "express": "5.3.0" } }'
    writeFileSync(join(cwd, 'package.json'), manifest)
    writeFileSync(join(cwd, 'payments/settings.js'), 'export const mine = true')
    const options = ['--no-gateway', '--no-install', '--packages', packages]
    const added = await galla(cwd, 'init', ...options, '--json')
    expect(added.ok, added.output).toBe(true)
    expect(JSON.parse(added.output)).toMatchObject({
      framework: 'express',
      language: 'js',
      kept: ['payments/settings.js'],
      files: expect.arrayContaining(['payments/callbacks.js', 'payments/payment.test.js']),
      paste: expect.arrayContaining(['const payments = openPayments()']),
    })
    expect(readFileSync(join(cwd, 'payments/settings.js'), 'utf8')).toBe('export const mine = true')
    expect(readFileSync(join(cwd, 'package.json'), 'utf8')).toBe(manifest)
    // Again: everything is there.
    const again = await galla(cwd, 'init', ...options, '--json')
    expect(JSON.parse(again.output)).toMatchObject({ files: [] })
  })

  it('installs what the added test needs, which passes', async () => {
    const cwd = join(folder, 'new shop')
    mkdirSync(cwd)
    writeFileSync(join(cwd, 'package.json'), '{ "name": "new-shop", "private": true }')
    const added = await galla(cwd, 'init', '--no-gateway', '--packages', packages)
    expect(added.ok, added.output).toBe(true)
    expect(added.output).toContain('Paste into your program:\n  import { openPayments }')
    const tested = await node(['--test', 'payments/payment.test.mjs'], { cwd })
    expect(tested.ok, tested.output).toBe(true)
  })

  it('refuses a folder without a package.json', async () => {
    const refused = await galla(folder, 'init', '--yes')
    expect(refused).toMatchObject({ code: 2, output: expect.stringContaining('has no package.json') })
  })
})
