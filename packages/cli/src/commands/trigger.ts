import { randomBytes } from 'node:crypto'
import { CALLBACK_TYPES } from '@galla/contract/provider/callbacks'
import { LINK_CALLBACK_TYPES } from '@galla/contract/provider/links'
import { SUBSCRIPTION_CALLBACK_TYPES } from '@galla/contract/provider/subscriptions'
import type { Delivery } from '@galla/contract/sandbox-api/routes'
import type { Galla, Paise } from '@galla/sdk'
import { readArguments, readChoice } from '../arguments.ts'
import { COMMANDS } from '../command-table.ts'
import { defined } from '../defined.ts'
import { waitForDeliveries } from '../deliveries.ts'
import { CliError, type Command, EXIT, usageError } from '../io.ts'
import { formatDelivery } from '../output/format.ts'
import { createSandboxClient, type SandboxClient, sandboxAddress } from '../sandbox-client.ts'

const FAULTS = ['duplicate', 'tamper', 'unsigned', 'wrong-amount', 'unknown-event'] as const

/** Paise. No outcome rule of the sandbox applies to this amount. */
const AMOUNT = 49_900

/** The order or refund that an event is about. */
interface Subject {
  merchantOrderId?: string
  merchantRefundId?: string
  merchantSubscriptionId?: string
}

export const trigger: Command = async (args, io) => {
  const { values, positionals } = readArguments(args, COMMANDS.trigger.options)
  const [event, more] = positionals
  const events = [CALLBACK_TYPES, LINK_CALLBACK_TYPES, SUBSCRIPTION_CALLBACK_TYPES].flatMap((types) =>
    Object.keys(types),
  )
  if (!event || more !== undefined || !events.includes(event)) {
    throw usageError(`trigger takes one event:\n  ${events.join('\n  ')}`)
  }
  const fault = readChoice('--fault', values.fault, FAULTS)
  const option = isRefund(event) ? 'refund' : isMandate(event) ? 'mandate' : 'order'
  const other = (['order', 'refund', 'mandate'] as const).find((name) => name !== option && values[name] !== undefined)
  if (other !== undefined) throw usageError(`--${other} does not apply to ${event}: use --${option} ID`)

  const address = sandboxAddress(io, values.sandbox)
  const callSandbox = createSandboxClient(io, address)
  const { url } = await callSandbox('GET /callbacks/receiver')
  if (!url) throw new CliError('the sandbox has no callback URL. Restart it with galla sandbox --callback-url URL …')

  const id = values[option]
  if (id === undefined && values['callback-only']) {
    throw usageError(`--callback-only is about an order or refund of yours: name it with --${option} ID`)
  }
  if (id === undefined && event.startsWith('subscription.')) {
    throw usageError(`${event} is about a mandate of yours: name it with --${option} ID`)
  }
  const subject = id === undefined ? await simulateEvent(event, address, callSandbox) : subjectOf(event, id)
  let deliveries: Delivery[]
  if (id === undefined && fault === undefined && isSentByItself(event)) {
    const named = subject.merchantRefundId ?? subject.merchantOrderId ?? ''
    deliveries = await waitForDeliveries(callSandbox, io, { event, id: named })
  } else {
    const simulate = !values['callback-only']
    const response = await callSandbox('POST /callbacks/trigger', {
      body: defined({ event, ...subject, fault, simulate }),
    })
    deliveries = response.deliveries
    const note = contradiction(event, response.state)
    if (note !== undefined) io.err(`${id ?? 'The order'} is ${response.state} at the provider: ${note}`)
  }

  if (values.json) io.out(JSON.stringify({ deliveries }))
  else for (const delivery of deliveries) io.out(formatDelivery(delivery))
  if (deliveries.length === 0) io.err('No callback was sent in time. See galla logs --kind callback')
  return deliveries.length > 0 && deliveries.every(({ delivered }) => delivered) ? EXIT.ok : EXIT.failed
}

const STATE_OF: { readonly [end: string]: readonly string[] } = {
  'order.completed': ['COMPLETED'],
  'order.failed': ['FAILED'],
  'refund.accepted': ['CONFIRMED', 'COMPLETED'],
  'refund.completed': ['COMPLETED'],
  'refund.failed': ['FAILED'],
}

/** Why an app that asks for the status does not act on the callback; undefined when the status confirms it. */
function contradiction(event: string, state: string): string | undefined {
  const states = STATE_OF[event.split('.').slice(-2).join('.')]
  if (states === undefined || states.includes(state)) return undefined
  return 'an app that asks for the status does not act on this callback'
}

const subjectOf = (event: string, id: string): Subject =>
  isRefund(event)
    ? { merchantRefundId: id }
    : isMandate(event)
      ? { merchantSubscriptionId: id }
      : { merchantOrderId: id }

/**
 * Makes the event happen: creates an order as an app would, simulates its payment, and refunds it for a refund event.
 * The sandbox then sends the callback by itself.
 */
async function simulateEvent(event: string, provider: string, callSandbox: SandboxClient): Promise<Subject> {
  const { Galla, paise } = await import('@galla/sdk')
  const galla = new Galla({ clientId: 'galla-trigger', clientSecret: 'any', clientVersion: 1, hosts: provider })
  const suffix = randomBytes(4).toString('hex')
  const order = { merchantOrderId: `trigger-${suffix}`, amount: paise(AMOUNT), redirectUrl: 'http://127.0.0.1/thanks' }
  try {
    await createOrder(galla, event, order)
    const params = { merchantOrderId: order.merchantOrderId }
    const outcome = event.endsWith('failed') && !isRefund(event) ? 'FAILURE' : 'SUCCESS'
    // keepOpen: only the attempt fails, and the order accepts another one.
    const body = { outcome, keepOpen: isAttempt(event) } as const
    await callSandbox('POST /orders/:merchantOrderId/simulate', { params, body })
    if (!isRefund(event)) return params

    const merchantRefundId = `trigger-refund-${suffix}`
    await galla.refunds.create({
      merchantRefundId,
      originalMerchantOrderId: params.merchantOrderId,
      amount: order.amount,
    })
    await callSandbox('POST /refunds/:merchantRefundId/simulate', {
      params: { merchantRefundId },
      body: { outcome: REFUND_OUTCOMES[event.split('.').at(-1) ?? ''] ?? 'SUCCESS' },
    })
    return { ...params, merchantRefundId }
  } finally {
    await galla.close()
  }
}

const REFUND_OUTCOMES: { readonly [state: string]: 'ACCEPTED' | 'SUCCESS' | 'FAILURE' } = {
  accepted: 'ACCEPTED',
  completed: 'SUCCESS',
  failed: 'FAILURE',
}

const isRefund = (event: string): boolean => event.startsWith('pg.refund.')

/** Named by the mandate; the other events about mandates are named by an order. */
const isMandate = (event: string): boolean => /^subscription\.[a-z]+$/.test(event)

const isAttempt = (event: string): boolean => event.endsWith('.attempt.failed')

/** A custom checkout order fails with its only attempt, so `pg.transaction.attempt.failed` is sent only on request. */
const isSentByItself = (event: string): boolean => !(isAttempt(event) && event.startsWith('pg.'))

/** Event names start with `checkout.` for standard checkout, with `paylink.` for links and with `pg.` for custom checkout. */
const createOrder = (
  galla: Galla,
  event: string,
  order: { merchantOrderId: string; amount: Paise; redirectUrl: string },
) =>
  event.startsWith('checkout.')
    ? galla.standardCheckout.pay(order)
    : event.startsWith('paylink.')
      ? galla.links.create({
          merchantOrderId: order.merchantOrderId,
          amount: order.amount,
          customerDetails: { phoneNumber: '+919000000001' },
        })
      : galla.customCheckout.pay({ ...order, paymentMode: { type: 'UPI_QR' } })
