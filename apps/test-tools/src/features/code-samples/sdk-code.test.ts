import { constants, publicEncrypt } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { orderCurl, tokenCurl } from '@galla/console/code-samples/curl.ts'
import { compile, writePrograms } from '@galla/console/test/programs.ts'
import { sampleOrders } from '@galla/console/test/sample-orders.ts'
import { requestOf, shell } from '@galla/console/test/shell.ts'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { gatewayCode } from './gateway-code.ts'
import { sdkCode } from './sdk-code.ts'

const HERE = { environment: 'SANDBOX', sandboxUrl: 'http://127.0.0.1:4500' } as const

it('compiles for every kind of payment, for the SDK and for the gateway', () => {
  const files = Object.fromEntries(
    sampleOrders().flatMap((order) => [
      [`sdk-${order.name}.ts`, sdkCode(order, HERE)],
      [`gateway-${order.name}.ts`, gatewayCode(order)],
    ]),
  )
  const gateway = `import type { Gateway } from '@galla/gateway'\nexport declare const gateway: Gateway\n`
  expect(compile(writePrograms('sdk-code', { ...files, 'gateway.ts': gateway }))).toBe('')
  const [first] = Object.values(files)
  const wrong = first?.replace(/inr\('499.05'\)/, '49905') ?? ''
  expect(compile(writePrograms('sdk-code-wrong', { 'wrong.ts': wrong }))).toMatch(/Paise/)
})

describe('against a sandbox', () => {
  let sandbox: ServedSandbox
  beforeAll(async () => {
    // The payer completes the hosted page while the status call is delayed.
    sandbox = await serveSandbox({ port: 0, sleep: () => completePendingOrders() })
    await sandbox.setFaults({ rules: [{ kind: 'latency', endpoints: ['standardOrderStatus'] }] })
    // The code that a person copies runs as it is.
    vi.stubEnv('GALLA_CLIENT_ID', undefined)
    vi.stubEnv('GALLA_CLIENT_SECRET', undefined)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await sandbox.close()
  })

  const completePendingOrders = async () => {
    const calls = sandbox.journal({ name: 'standardPay' })
    for (const { merchantOrderId = '' } of calls) {
      const { state } = await sandbox.order(merchantOrderId)
      if (state === 'PENDING') await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
    }
  }
  const encrypt = (text: string) => {
    const { publicKeyPem: key } = sandbox.cardKey
    return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text)).toString('base64')
  }
  const card = () => ({
    encryptionKeyId: sandbox.cardKey.keyId,
    encryptedCvv: encrypt('508'),
    expiry: { month: '06', year: '2027' },
  })

  it('every SDK program makes its payment and waits until it is final', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const orders = sampleOrders('--success')
    const target = { environment: 'SANDBOX', sandboxUrl: sandbox.url } as const
    const folder = writePrograms(
      'sdk-code-run',
      Object.fromEntries(orders.map((order) => [`${order.name}.ts`, sdkCode(order, target)])),
    )
    await build({
      entryPoints: orders.map(({ name }) => join(folder, `${name}.ts`)),
      outdir: join(folder, 'out'),
      outExtension: { '.js': '.mjs' },
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      conditions: ['galla-source'],
      external: ['undici', '@opentelemetry/api'],
      logLevel: 'silent',
    })
    for (const order of orders) {
      const { merchantOrderId, name } = order
      const program = (await import(pathToFileURL(join(folder, 'out', `${name}.mjs`)).href)) as {
        payByCard?: (details: object) => Promise<object>
        payByToken?: (details: object) => Promise<object>
      }
      await program.payByCard?.({ ...card(), encryptedCardNumber: encrypt('4208585190116667') })
      await program.payByToken?.({ ...card(), encryptedToken: encrypt('9208585190116667') })
      expect([name, await sandbox.order(merchantOrderId)]).toMatchObject([
        name,
        { state: 'COMPLETED', amount: 49_905, ...(order.metaInfo ? { metaInfo: order.metaInfo } : {}) },
      ])
    }
  })

  it('every curl script is accepted by the provider', async () => {
    const target = { environment: 'SANDBOX', sandboxUrl: sandbox.url } as const
    const secrets = { GALLA_CLIENT_ID: 'demo-shop', GALLA_CLIENT_SECRET: 'any', GALLA_CLIENT_VERSION: '1' }
    const requestFor = (script: string, answer = '{}') => requestOf(shell(script, secrets, answer).curl)
    const token = requestFor(tokenCurl(target))
    const granted = await (await sandbox.fetch(token.url, token.init)).text()
    for (const order of sampleOrders('-curl')) {
      const { url, init } = requestFor(orderCurl(order, target), granted)
      const response = await sandbox.fetch(url, init)
      const mode = order.paymentMode?.type
      const expected =
        mode === 'CARD' || mode === 'TOKEN'
          ? { message: expect.stringContaining('could not be decrypted') }
          : { state: 'PENDING' }
      expect([order.name, await response.json()]).toMatchObject([order.name, expected])
    }
  })
})

it('writes no encrypted card data and no secret into code', () => {
  for (const order of sampleOrders()) {
    const all = sdkCode(order, HERE) + gatewayCode(order) + orderCurl(order, HERE)
    expect(all).not.toContain('c2VhbGVk')
    expect(sdkCode(order, HERE)).toContain('process.env.GALLA_CLIENT_SECRET')
  }
})
