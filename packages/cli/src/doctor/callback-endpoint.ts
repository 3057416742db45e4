import { sign } from '@galla/sdk/testing'
import type { Io } from '../io.ts'
import { type Check, type Finding, note, ok, wrong } from './check.ts'

const PATIENCE_MS = 5_000
/** About an order that nobody has: a good receiver takes it, finds nothing to do, and says so with 2xx. */
const BODY = JSON.stringify({
  event: 'checkout.order.failed',
  type: 'CHECKOUT_ORDER_FAILED',
  payload: {
    merchantOrderId: 'galla-doctor',
    orderId: 'OMO-galla-doctor',
    state: 'FAILED',
    amount: 100,
    paymentDetails: [],
  },
})

/** Does the running endpoint take what is signed with the configured secret, and nothing else? */
export const callbackEndpoint: Check = async ({ io, project: { variables }, callbackUrl }) => {
  if (callbackUrl === undefined)
    return [note('The callback endpoint was not tried', 'name it, while it runs on your machine: --callback-url URL')]
  const username = variableLike(variables, /CALLBACK_USER(?:NAME)?$/)
  const password = variableLike(variables, /CALLBACK_PASS(?:WORD)?$/)
  if (!username || !password)
    return [
      note(
        'The callback endpoint was not tried: its secret is not in the environment',
        'set …CALLBACK_USERNAME and …CALLBACK_PASSWORD as on the dashboard',
      ),
    ]

  const right = await sign(BODY, { username, password })
  const forged = await sign(BODY, { username, password: `${password}.` })
  const taken = await post(io, callbackUrl, right)
  if (taken === undefined)
    return [wrong(`Nothing answers at ${callbackUrl}`, 'start your app first, or name the address it listens on')]
  const found = accepted(taken) ? [ok('The endpoint takes a callback that is signed well')] : refusedGood(taken)
  const [unsigned, wronglySigned] = [await post(io, callbackUrl, {}), await post(io, callbackUrl, forged)]
  if (accepted(unsigned))
    found.push(
      wrong(
        'The endpoint takes a callback without a signature',
        'check it first, with callbacks.verify or validateCallback, and answer 401',
      ),
    )
  else if (accepted(wronglySigned))
    found.push(
      wrong(
        'The endpoint takes a callback that is signed with another secret',
        'compare the whole header with callbacks.verify or validateCallback',
      ),
    )
  else found.push(ok('The endpoint refuses what is not signed well'))
  return found
}

/** Why a well-signed callback may have been refused, by how it was. */
function refusedGood(status: number): Finding[] {
  if (status === 404 || status === 405)
    return [wrong(`The endpoint answers ${status} to a POST`, 'name the callback route itself, and let it take POST')]
  if (status >= 500)
    return [
      wrong(
        `The endpoint breaks on a good callback (${status})`,
        'most often the body was parsed before: hand over the raw text. In Express, express.raw() on this route, before express.json()',
      ),
    ]
  return [
    wrong(
      `The endpoint refuses a callback that is signed with the configured secret (${status})`,
      'its username and password differ from those in the environment, it reads another header than authorization, or it checks a body that was parsed before',
    ),
  ]
}

async function post(io: Io, url: string, headers: { [name: string]: string }): Promise<number | undefined> {
  try {
    const init = { method: 'POST', body: BODY, headers: { 'content-type': 'application/json', ...headers } }
    const reply = await io.fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) })
    await reply.body?.cancel()
    return reply.status
  } catch {
    return undefined
  }
}

const accepted = (status: number | undefined) => status !== undefined && status >= 200 && status < 300

const variableLike = (variables: { readonly [name: string]: string | undefined }, name: RegExp) =>
  Object.entries(variables).find(([one, value]) => name.test(one) && value)?.[1]
