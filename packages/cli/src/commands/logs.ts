import type { Delivery } from '@galla/contract/sandbox-api/routes'
import { readArguments, readChoice, readInteger } from '../arguments.ts'
import { connect, sandboxAddress } from '../control.ts'
import { wrongUse } from '../failure.ts'
import { type Command, EXIT } from '../io.ts'
import { createLog, type LogEntry, type LogFilter } from '../log.ts'
import { callLine, deliveryLine } from '../print/log-line.ts'

/** Often enough to feel live, seldom enough to stay out of the journal's way. */
const FOLLOW_MS = 500

export const command: Command = async (args, io) => {
  const { values, positionals } = readArguments(args, {
    kind: { type: 'string' },
    id: { type: 'string' },
    event: { type: 'string' },
    failed: { type: 'boolean' },
    limit: { type: 'string' },
    follow: { type: 'boolean', short: 'f' },
    resend: { type: 'string', multiple: true },
    'resend-failed': { type: 'boolean' },
    json: { type: 'boolean' },
    sandbox: { type: 'string' },
  })
  if (positionals[0] !== undefined)
    throw wrongUse(`logs takes no word such as '${positionals[0]}': filters start with --`)
  const filter: LogFilter = {
    kind: readChoice('--kind', values.kind, ['api', 'callback']),
    id: values.id,
    event: values.event,
    failed: values.failed ?? false,
  }
  const limit = readInteger('limit', values.limit, 10_000) ?? 50
  const control = connect(io, sandboxAddress(io, values.sandbox))
  const print = (entry: LogEntry) => io.out(values.json ? JSON.stringify(entry) : lineOf(entry))

  if (values.resend || values['resend-failed']) {
    const deliveryIds = values.resend ?? (await failedDeliveries(control, filter))
    const { deliveries } = await control('POST /callbacks/resend', { body: { deliveryIds } })
    for (const delivery of deliveries)
      print({ kind: 'callback', atMs: delivery.sentAtMs ?? delivery.scheduledAtMs, delivery })
    if (deliveries.length === 0) io.err('Nothing to send again.')
    return deliveries.every(({ delivered }) => delivered) ? EXIT.ok : EXIT.failed
  }

  const log = createLog(control, filter)
  const first = await log.next()
  for (const entry of first.slice(-limit)) print(entry)
  if (first.length === 0 && !values.follow && !values.json) io.err('Nothing happened yet, or the filters hide it.')
  while (values.follow && !io.stop.aborted) {
    await io.pause(FOLLOW_MS)
    for (const entry of await log.next()) print(entry)
  }
  return EXIT.ok
}

const lineOf = (entry: LogEntry) => (entry.kind === 'api' ? callLine(entry.call) : deliveryLine(entry.delivery))

/** The last try of each callback that never got through. */
async function failedDeliveries(control: ReturnType<typeof connect>, { id, event }: LogFilter): Promise<string[]> {
  const { deliveries } = await control('GET /callbacks', {
    query: { ...(id ? { id } : {}), ...(event ? { event } : {}) },
  })
  const last = new Map<string, Delivery>()
  for (const delivery of deliveries) {
    const name = `${delivery.event} ${delivery.id}`
    if (delivery.attempt >= (last.get(name)?.attempt ?? 0)) last.set(name, delivery)
  }
  return [...last.values()].filter(({ delivered }) => !delivered).map(({ deliveryId }) => deliveryId)
}
