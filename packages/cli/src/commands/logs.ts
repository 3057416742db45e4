import type { JournalEntry } from '@galla/contract/sandbox-api/journal'
import type { Delivery } from '@galla/contract/sandbox-api/routes'
import { readArguments, readChoice, readInteger, rejectPositionals } from '../arguments.ts'
import { COMMANDS } from '../command-table.ts'
import { defined } from '../defined.ts'
import { type Command, EXIT } from '../io.ts'
import { formatCall, formatDelivery } from '../output/format.ts'
import { createSandboxClient, type SandboxClient, sandboxAddress } from '../sandbox-client.ts'

/** Poll interval of `--follow`. */
const POLL_INTERVAL_MS = 500
/** Journal entries per request. */
const PAGE_SIZE = 500

type LogEntry =
  | { kind: 'api'; atMs: number; call: JournalEntry }
  | { kind: 'callback'; atMs: number; delivery: Delivery }

interface LogFilter {
  kind: 'api' | 'callback' | undefined
  id: string | undefined
  event: string | undefined
  failed: boolean
}

export const logs: Command = async (args, io) => {
  const { values, positionals } = readArguments(args, COMMANDS.logs.options)
  rejectPositionals('logs', positionals, 'filters start with --')
  const filter: LogFilter = {
    kind: readChoice('--kind', values.kind, ['api', 'callback']),
    id: values.id || undefined,
    event: values.event || undefined,
    failed: values.failed ?? false,
  }
  const limit = readInteger('--limit', values.limit, 10_000) ?? 50
  const callSandbox = createSandboxClient(io, sandboxAddress(io, values.sandbox))
  const print = (entry: LogEntry) => io.out(values.json ? JSON.stringify(entry) : format(entry))

  if (values.resend || values['resend-failed']) {
    const deliveryIds = values.resend ?? (await failedDeliveries(callSandbox, filter))
    const { deliveries } = await callSandbox('POST /callbacks/resend', { body: { deliveryIds } })
    for (const delivery of deliveries) print(entryOf(delivery))
    if (deliveries.length === 0) io.err('No callback to resend.')
    return deliveries.every(({ delivered }) => delivered) ? EXIT.ok : EXIT.failed
  }

  const log = createLog(callSandbox, filter)
  const first = await log.next()
  for (const entry of first.slice(-limit)) print(entry)
  if (first.length === 0 && !values.follow && !values.json) io.err('No entries yet, or none that match the filters.')
  while (values.follow && !io.stop.aborted) {
    await io.pause(POLL_INTERVAL_MS)
    for (const entry of await log.next()) print(entry)
  }
  return EXIT.ok
}

const format = (entry: LogEntry) => (entry.kind === 'api' ? formatCall(entry.call) : formatDelivery(entry.delivery))

const entryOf = (delivery: Delivery): LogEntry => ({
  kind: 'callback',
  atMs: delivery.sentAtMs ?? delivery.scheduledAtMs,
  delivery,
})

/** Ids of the last attempt of each callback that was never delivered. */
async function failedDeliveries(callSandbox: SandboxClient, { id, event }: LogFilter): Promise<string[]> {
  const { deliveries } = await callSandbox('GET /callbacks', { query: defined({ id, event }) })
  const last = new Map<string, Delivery>()
  for (const delivery of deliveries) {
    const name = `${delivery.event} ${delivery.id}`
    if (delivery.attempt >= (last.get(name)?.attempt ?? 0)) last.set(name, delivery)
  }
  return [...last.values()].filter(({ delivered }) => !delivered).map(({ deliveryId }) => deliveryId)
}

/** Calls and deliveries as one list, oldest first. Each `next()` returns the entries since the previous one. */
function createLog(callSandbox: SandboxClient, filter: LogFilter): { next(): Promise<LogEntry[]> } {
  const { id, event } = filter
  let lastSeq = 0
  const shown = new Set<string>()

  const calls = async (): Promise<LogEntry[]> => {
    const found: LogEntry[] = []
    for (;;) {
      const page = { kind: 'api', after: String(lastSeq), limit: String(PAGE_SIZE) }
      const { entries } = await callSandbox('GET /journal', {
        query: defined({ ...page, id, name: event }),
      })
      for (const call of entries)
        if (!filter.failed || isFailed(call)) found.push({ kind: 'api', atMs: call.atMs, call })
      lastSeq = Math.max(lastSeq, ...entries.map(({ seq }) => seq))
      if (entries.length < PAGE_SIZE) return found
    }
  }

  const deliveries = async (): Promise<LogEntry[]> => {
    const { deliveries: all } = await callSandbox('GET /callbacks', { query: defined({ id, event }) })
    // A delivery is shown once its answer has arrived.
    const fresh = all.filter(({ deliveryId, sentAtMs }) => sentAtMs !== undefined && !shown.has(deliveryId))
    for (const { deliveryId } of fresh) shown.add(deliveryId)
    return fresh.filter(({ delivered }) => !filter.failed || !delivered).map(entryOf)
  }

  return {
    async next() {
      const found = [
        ...(filter.kind === 'callback' ? [] : await calls()),
        ...(filter.kind === 'api' ? [] : await deliveries()),
      ]
      return found.sort((a, b) => a.atMs - b.atMs)
    },
  }
}

const isFailed = ({ status, fault }: JournalEntry) => status === undefined || status >= 400 || fault !== undefined
