import { describe, expect, test } from 'vitest'
import { type Start, setupPrograms } from './redirect-programs.ts'

const programs = setupPrograms()
/** Prints the status of the sandbox in these tests; a request that is not redirected finds no host. */
const ASK = `fetch('https://api.phonepe.com/x').then(({ status }) => console.log('sandbox', status), () => console.log('not redirected'))`
const STARTS: Start[] = ['NODE_OPTIONS', '--import']

const WORKERS = [
  `new Worker('./ask.mjs')`,
  `new Worker('./ask.mjs', { env: {} })`,
  `new Worker('./ask.mjs', { execArgv: [] })`,
  `new Worker('./ask.mjs', { env: {}, execArgv: [] })`,
  `new Worker('./ask.mjs', { env: SHARE_ENV })`,
  `new Worker(${JSON.stringify(ASK)}, { eval: true })`,
  `new Worker(${JSON.stringify(ASK)}, { eval: true, env: {} })`,
  `new Worker(${JSON.stringify(ASK)}, { eval: true, env: {}, execArgv: [] })`,
  `new (class extends Worker {})('./ask.mjs', { env: {} })`,
]

const CHILDREN = [
  `spawn(node, ['ask.mjs'], { env: {}, stdio: 'inherit' })`,
  `spawn(node, ['ask.mjs'], { env: { NODE_OPTIONS: '--no-warnings' }, stdio: 'inherit' })`,
  `fork('./ask.mjs', { env: {}, execArgv: [] })`,
  `execFile(node, ['ask.mjs'], { env: {} }, (_, text) => process.stdout.write(text))`,
  `exec('"' + node + '" ask.mjs', { env: {} }, (_, text) => process.stdout.write(text))`,
  `spawn('/bin/sh', ['-c', '"$0" ask.mjs', node], { env: {}, stdio: 'inherit' })`,
  `spawnSync(node, ['ask.mjs'], { env: {}, stdio: 'inherit' })`,
  `execFileSync(node, ['ask.mjs'], { env: {}, stdio: 'inherit' })`,
  `execSync('"' + node + '" ask.mjs', { env: {}, stdio: 'inherit' })`,
  `delete process.env.NODE_OPTIONS; delete process.env.GALLA_SANDBOX; spawn(node, ['ask.mjs'], { stdio: 'inherit' })`,
  `delete process.env.NODE_OPTIONS; process.stdout.write(execFileSync(node, ['ask.mjs']))`,
  `delete process.env.NODE_OPTIONS; process.stdout.write(execSync('"' + process.execPath + '" ask.mjs'))`,
  `delete process.env.NODE_OPTIONS; process.stdout.write(spawnSync(node, ['ask.mjs']).stdout)`,
]

describe.each(STARTS)('a program that was started with %s', (start) => {
  test.each(WORKERS)('redirects its worker too: %s', async (text) => {
    const { stdout } = await programs.run(start, {
      'app.mjs': `import { SHARE_ENV, Worker } from 'node:worker_threads'\n${text}`,
      'ask.mjs': ASK,
    })
    expect(stdout).toBe('sandbox 418\n')
  })

  test.each(CHILDREN)('redirects the Node program that it starts: %s', async (text) => {
    const { stdout } = await programs.run(start, {
      'app.mjs': `import { exec, execFile, execFileSync, execSync, fork, spawn, spawnSync } from 'node:child_process'
const node = process.execPath\n${text}`,
      'ask.mjs': ASK,
    })
    expect(stdout).toBe('sandbox 418\n')
  })

  test('refuses connections to the provider in a worker with an empty environment', async () => {
    const { stdout } = await programs.run(start, {
      'app.mjs': `import { Worker } from 'node:worker_threads'\nnew Worker('./connect.mjs', { env: {}, argv: [process.env.PROVIDER_PORT] })`,
      'connect.mjs': `import { connect } from 'node:tls'
import { lookup, tell } from './shared.mjs'
connect({ host: 'api.phonepe.com', port: Number(process.argv[2]), lookup }).on('error', tell)`,
    })
    expect(JSON.parse(stdout)).toMatchObject({ message: expect.stringContaining('sandbox') })
    expect(programs.reached()).toBe(0)
  })
})
