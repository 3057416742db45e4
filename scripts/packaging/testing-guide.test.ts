import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { at } from '../lib/paths.mjs'
import { run } from '../lib/run.mjs'
import { installedProject } from './merchant-project.ts'

/** Files of the guide: a fence with a name is a file. */
const FILES = Object.fromEntries(
  [...readFileSync(at('docs/testing.md'), 'utf8').matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)].map(
    ([, name = '', text = '']) => [name, text],
  ),
)

/** The gateway in Jest: both its builds and the embedded database behind it are CommonJS there. */
const GATEWAY_TEST = `
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { createGateway } from '@galla/gateway'
import { createSandbox } from '@galla/sandbox'
import { Galla, inr } from '@galla/sdk'

test('the gateway starts an order in CommonJS', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'jest-gateway-'))
  const sandbox = createSandbox()
  const client = { environment: 'SANDBOX', clientId: 'shop', clientSecret: 'any', clientVersion: 1 } as const
  const gateway = await createGateway({
    ...client,
    client: new Galla({ ...client, fetch: sandbox.fetch }),
    callbackCredentials: { username: 'shop_hook', password: 'Passw0rd99' },
    database: join(folder, 'database'),
  })
  try {
    const started = await gateway.orders.start({ reference: 'cart-1', amount: inr('499'), checkout: 'STANDARD', redirectUrl: 'https://shop.example/thanks' })
    expect(started.order.state).toBe('PENDING')
  } finally {
    await gateway.stop()
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
`

const TOOLS = [
  'vitest@4.1.12',
  'jest@30.5.2',
  'ts-jest@29.4.15',
  'typescript@5.9.3',
  '@jest/globals@30.5.2',
  '@types/node@20',
]

/** Installing three test runners takes longer than everything else here. */
describe.skipIf(process.env.GALLA_LONG !== '1')('the testing guide in an empty project', () => {
  const project = installedProject(['sdk', 'sandbox', 'postgres', 'gateway'], ['--prefer-offline', ...TOOLS], {
    ...FILES,
    'gateway.jest.test.ts': GATEWAY_TEST,
  })

  const node = (...args: string[]) => run(process.execPath, args, { cwd: project.path })

  it('has the files that its text speaks of', () => {
    expect(Object.keys(FILES)).toEqual([
      'shop.ts',
      'shop.vitest.test.ts',
      'jest.config.cjs',
      'shop.jest.test.ts',
      'shop.node.test.cjs',
    ])
  })

  it('runs in Vitest', async () => {
    const { ok, output } = await node('node_modules/vitest/vitest.mjs', 'run', 'shop.vitest.test.ts')
    expect({ ok, output }).toEqual({ ok: true, output: expect.stringContaining('4 passed') })
  })

  it('runs in Jest with ts-jest and CommonJS, the gateway included', async () => {
    const { ok, output } = await node('node_modules/jest/bin/jest.js')
    expect({ ok, output }).toEqual({ ok: true, output: expect.stringMatching(/Tests: +3 passed/) })
  })

  it('runs in node:test', async () => {
    const { ok, output } = await node('--test', 'shop.node.test.cjs')
    expect({ ok, output }).toEqual({ ok: true, output: expect.stringMatching(/pass 1\n/) })
  })
})
