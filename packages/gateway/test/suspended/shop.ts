import { createSandbox } from '@galla/sandbox'
import { Galla, inr } from '@galla/sdk'
import { sign } from '@galla/sdk/testing'
import { createGateway } from '../../src/index.ts'

/** A gateway in a process of its own that is suspended. It works twice: at once, and when it reads how long it was away, in milliseconds. */
const { database } = JSON.parse(process.argv[2] ?? '{}')
const AT_ONCE = 6

const secret = { username: 'shop', password: 'kettle-and-cups' }
const client = { environment: 'SANDBOX', clientId: 'tea-stall', clientSecret: 'a secret of the stall' } as const
const sandbox = createSandbox()
const gateway = await createGateway({
  ...client,
  client: ({ tokenStore }) => new Galla({ ...client, clientVersion: 1, fetch: sandbox.fetch, tokenStore }),
  database,
  callbackCredentials: secret,
})

const failure = (error: Error & { code?: string }) => `${error.code} ${error.message}`

const receive = async (id: string): Promise<string> => {
  const body = JSON.stringify({
    event: 'checkout.order.completed',
    payload: { merchantOrderId: id, state: 'COMPLETED' },
  })
  const { verdict } = await gateway.callbacks.receive({ headers: await sign(body, secret), body })
  return verdict
}
const start = async (reference: string): Promise<string> => {
  const shown = { checkout: 'STANDARD', redirectUrl: 'https://shop.example/thanks' } as const
  const { order } = await gateway.orders.start({ reference, amount: inr('499.00'), ...shown })
  return order.state
}
const work = (round: string): Promise<string[]> =>
  Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) => [receive(`${round}-${n}`), start(`${round}-${n}`)])
      .flat()
      .map((one) => one.catch(failure)),
  )

const { now } = Date
process.stdin.once('data', async (text) => {
  Date.now = () => now() + Number(text)
  process.stdout.write(`${JSON.stringify(await work('after'))}\n`)
  process.exit()
})
process.stdout.write(`${JSON.stringify(await work('before'))}\n`)
