import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at } from '../lib/paths.mjs'
import { node } from '../lib/run.mjs'
import { emptyProject, installPackedSdk } from './merchant-project.ts'

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
const NAMES = '{ type FetchLike, Galla, inr, isGallaError, type Paise }'

const FILES = {
  'esm.mts': `import ${NAMES} from '@galla/sdk'\n${USES}\nexport { checkout, paid }\n`,
  'cjs.cts': `import ${NAMES} from '@galla/sdk'\n${USES}\nexport { checkout, paid }\n`,
  'entries.mts': `import * as compat from '@galla/sdk/compat'
import { isUsable, nextDebitAtMs } from '@galla/sdk/subscriptions'
import * as testing from '@galla/sdk/testing'
export const names = [...Object.keys(compat), ...Object.keys(testing), isUsable.name, nextDebitAtMs.name]
`,
  'entries.cts': `import { sign } from '@galla/sdk/testing'
import { StandardCheckoutClient } from '@galla/sdk/compat'
import { isUsable, nextDebitAtMs } from '@galla/sdk/subscriptions'
export const names = [sign.name, StandardCheckoutClient.name, isUsable.name, nextDebitAtMs.name]
`,
}

const OPTIONS = { target: 'es2022', lib: ['es2022'], types: [], strict: true, skipLibCheck: false, noEmit: true }

describe('types of the packed sdk', () => {
  const project = emptyProject()
  beforeAll(async () => {
    await installPackedSdk(project)
    project.write(FILES)
  })
  afterAll(() => project.remove())

  const compile = (module: string, compiler: string) => {
    project.write({
      'tsconfig.json': JSON.stringify({ compilerOptions: { ...OPTIONS, module }, files: Object.keys(FILES) }),
    })
    return node([at('node_modules', compiler), '-p', project.path, '--pretty', 'false'])
  }

  // No @types/node and no DOM: the types may name what the language itself has.
  it.each([
    ['nodenext', 'typescript/bin/tsc'],
    ['node16', 'typescript/bin/tsc'],
    ['nodenext', 'typescript7/bin/tsc'],
  ])('compile under module %s with %s and skipLibCheck off', async (module, compiler) => {
    expect(await compile(module, compiler)).toMatchObject({ ok: true, output: '' })
  })

  it('report a wrong use', async () => {
    project.write({ 'esm.mts': `import { inr } from '@galla/sdk'\nexport const amount = inr(499)\n` })
    const { ok, output } = await compile('nodenext', 'typescript7/bin/tsc')
    expect({ ok, output }).toEqual({ ok: false, output: expect.stringContaining('esm.mts(2,') })
  })
})
