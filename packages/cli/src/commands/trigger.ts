import { CALLBACK_TYPES } from '@galla/contract/provider/callbacks'
import { readArguments, readChoice } from '../arguments.ts'
import { connect } from '../control.ts'
import { wrongUse } from '../failure.ts'
import { type Command, EXIT } from '../io.ts'
import { deliveryLine } from '../print/log-line.ts'

const MISCHIEF = ['duplicate', 'tamper', 'unsigned', 'wrong-amount', 'unknown-event'] as const

export const command: Command = async (args, io) => {
  const { values, positionals } = readArguments(args, {
    order: { type: 'string' },
    refund: { type: 'string' },
    mischief: { type: 'string' },
    json: { type: 'boolean' },
    sandbox: { type: 'string' },
  })
  const [event, more] = positionals
  const events = Object.keys(CALLBACK_TYPES)
  if (!event || more !== undefined || !events.includes(event)) {
    throw wrongUse(`trigger takes one event:\n  ${events.join('\n  ')}`)
  }
  const mischief = readChoice('--mischief', values.mischief, MISCHIEF)

  const control = connect(io, values.sandbox)
  const { deliveries } = await control('POST /callbacks/trigger', {
    body: {
      event,
      ...(values.order === undefined ? {} : { merchantOrderId: values.order }),
      ...(values.refund === undefined ? {} : { merchantRefundId: values.refund }),
      ...(mischief === undefined ? {} : { mischief }),
    },
  })
  if (values.json) io.out(JSON.stringify({ deliveries }))
  else for (const delivery of deliveries) io.out(deliveryLine(delivery))
  if (deliveries.length === 0)
    io.err('Nothing was sent: the sandbox knows no callback URL (galla sandbox --callback-url URL)')
  return deliveries.length > 0 && deliveries.every(({ delivered }) => delivered) ? EXIT.ok : EXIT.failed
}
