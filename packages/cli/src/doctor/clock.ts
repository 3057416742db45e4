import { type Check, note, ok, wrong } from './check.ts'

/** A token's life is judged by this clock; a minute is nothing, ten are half of a short life. */
const TOLERATED_MS = 60_000
const PATIENCE_MS = 3_000

/** Does this machine's clock agree with the server's? */
export const clock: Check = async ({ io, host }) => {
  if (host === undefined) return [note('The clock was not compared', 'name a server: --host URL')]
  const before = io.nowMs()
  const date = await dateOf(io.fetch, host)
  const after = io.nowMs()
  if (date === undefined)
    return [note(`The clock was not compared: ${host} does not answer with a date`, 'name another server: --host URL')]
  // A Date header has whole seconds: half of one is the best guess.
  const aheadMs = (before + after) / 2 - (date + 500)
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  if (Math.abs(aheadMs) <= TOLERATED_MS) return [ok('The clock agrees with the server')]
  return [
    wrong(
      `The clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the server's`,
      'let the machine set its clock by network time (NTP): tokens are renewed too late, or at every call, otherwise',
    ),
  ]
}

async function dateOf(get: typeof fetch, host: string): Promise<number | undefined> {
  try {
    const reply = await get(host, { method: 'GET', redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) })
    await reply.body?.cancel()
    const date = Date.parse(reply.headers.get('date') ?? '')
    return Number.isNaN(date) ? undefined : date
  } catch {
    return undefined
  }
}
