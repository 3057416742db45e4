import { CALLBACK_TYPES } from '@galla/contract/provider/callbacks'
import type { Delivery } from '@galla/contract/sandbox-api/routes'
import { readArguments, readChoice } from '../arguments.ts'
import { type Control, connect, sandboxAddress } from '../control.ts'
import { Failure, wrongUse } from '../failure.ts'
import { type Command, EXIT, type Io } from '../io.ts'
import { happensByItself, isRefund, makeUp, type Subject } from '../make-up.ts'
import { deliveryLine } from '../print/log-line.ts'

const MISCHIEF = ['duplicate', 'tamper', 'unsigned', 'wrong-amount', 'unknown-event'] as const

export const command: Command = async (args, io) => {
  const { values, positionals } = readArguments(args, {
    order: { type: 'string' },
    refund: { type: 'string' },
    fault: { type: 'string' },
    json: { type: 'boolean' },
    sandbox: { type: 'string' },
  })
  const [event, more] = positionals
  const events = Object.keys(CALLBACK_TYPES)
  if (!event || more !== undefined || !events.includes(event)) {
    throw wrongUse(`trigger takes one event:\n  ${events.join('\n  ')}`)
  }
  const fault = readChoice('--fault', values.fault, MISCHIEF)
  const stray = isRefund(event) ? 'order' : 'refund'
  if (values[stray] !== undefined)
    throw wrongUse(`--${stray} does not go with ${event}: it takes --${isRefund(event) ? 'refund' : 'order'} ID`)

  const address = sandboxAddress(io, values.sandbox)
  const control = connect(io, address)
  const { url } = await control('GET /callbacks/receiver')
  if (!url) throw new Failure('the sandbox knows no callback URL: galla sandbox --callback-url URL …')

  const named = isRefund(event) ? values.refund : values.order
  const subject = named === undefined ? await makeUp(event, address, control) : subjectOf(event, named)
  const deliveries =
    named === undefined && fault === undefined && happensByItself(event)
      ? await ownDeliveries(control, io, event, subject)
      : (await control('POST /callbacks/trigger', { body: { event, ...subject, ...(fault ? { fault } : {}) } }))
          .deliveries

  if (values.json) io.out(JSON.stringify({ deliveries }))
  else for (const delivery of deliveries) io.out(deliveryLine(delivery))
  if (deliveries.length === 0) io.err('Nothing was sent in time: galla logs --kind callback')
  return deliveries.length > 0 && deliveries.every(({ delivered }) => delivered) ? EXIT.ok : EXIT.failed
}

const subjectOf = (event: string, id: string): Subject =>
  isRefund(event) ? { merchantRefundId: id } : { merchantOrderId: id }

/** The callback that the sandbox sends by itself, once the app's answer is there: it waits five seconds for that. */
async function ownDeliveries(control: Control, io: Io, event: string, subject: Subject): Promise<Delivery[]> {
  const id = subject.merchantRefundId ?? subject.merchantOrderId ?? ''
  for (let look = 0; look < 120 && !io.stop.aborted; look += 1) {
    const { deliveries } = await control('GET /callbacks', { query: { event, id } })
    const answered = deliveries.filter(({ answer, failure }) => answer !== undefined || failure !== undefined)
    if (answered.length > 0) return answered
    await io.pause(50)
  }
  return []
}
