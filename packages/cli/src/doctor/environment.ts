import { type Check, type Finding, note, ok, problem } from './check.ts'

type Part = 'CLIENT_ID' | 'CLIENT_SECRET' | 'CLIENT_VERSION'

const PARTS: readonly Part[] = ['CLIENT_ID', 'CLIENT_SECRET', 'CLIENT_VERSION']
/** Variables of other services, such as `GOOGLE_CLIENT_ID`, do not match. */
const CREDENTIAL_NAME = /(?:PHONEPE|GALLA|^PG_|^CLIENT_)/

/** Checks the format of the credentials in the environment. Findings name the variables, never their values. */
export const credentials: Check = ({ project: { variables } }) => {
  const set = Object.entries(variables).flatMap(([name, value]) => {
    const part = PARTS.find((one) => name.endsWith(one))
    return part && CREDENTIAL_NAME.test(name) && value !== undefined ? [{ name, part, value }] : []
  })
  if (set.length === 0)
    return [
      note(
        'No credentials in the environment',
        'set …CLIENT_ID, …CLIENT_SECRET and …CLIENT_VERSION, with a prefix such as PHONEPE_',
      ),
    ]

  const missing = PARTS.filter((part) => !set.some((one) => one.part === part))
  const secrets = set.filter(({ part }) => part === 'CLIENT_SECRET')
  const found: Finding[] = [
    ...set.flatMap(({ name, part, value }) => checkValue(name, part, value)),
    ...missing.map((part) =>
      problem(`No variable ends in ${part}`, 'set all three; the dashboard shows them on one page'),
    ),
    ...set
      .filter(({ part, value }) => part === 'CLIENT_ID' && secrets.some((secret) => secret.value === value))
      .map(({ name }) =>
        problem(`${name} and the client secret are the same`, 'copy each value from its own field of the dashboard'),
      ),
  ]
  return found.length > 0 ? found : [ok(`The credentials are well formed: ${set.map(({ name }) => name).join(', ')}`)]
}

function checkValue(name: string, part: Part, value: string): Finding[] {
  const trimmed = value.trim()
  if (trimmed === '') return [problem(`${name} is empty`, 'copy it from the dashboard')]
  const found: Finding[] = []
  if (value !== trimmed)
    found.push(problem(`${name} begins or ends with white space`, 'remove it: the value is sent unchanged'))
  if (/^(['"]).*\1$/.test(trimmed))
    found.push(problem(`${name} is in quotes`, 'remove the quotes: they are part of the value'))
  if (/^<.*>$|^your[-_ ]|changeme|^x+$/i.test(trimmed))
    found.push(problem(`${name} is a placeholder`, 'copy the real value from the dashboard'))
  if (part === 'CLIENT_VERSION' && !/^\d+$/.test(trimmed))
    found.push(problem(`${name} is not a whole number`, 'it is a small number such as 1'))
  if (part === 'CLIENT_SECRET' && /###\d+$/.test(trimmed))
    found.push(
      problem(
        `${name} looks like a salt key with its index`,
        'copy the client secret, a different value, from the dashboard',
      ),
    )
  return found
}

/** Access tokens expire by this clock, and a minute is short against their lifetime. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000
const DATE_TIMEOUT_MS = 3_000

/** Compares this machine's clock with a server's. */
export const clock: Check = async ({ io, host }) => {
  if (host === undefined) return [note('The clock was not compared', 'name a server: --host URL')]
  const before = io.nowMs()
  const date = await dateOf(io.fetch, host)
  const after = io.nowMs()
  if (date === undefined)
    return [
      note(
        `The clock was not compared: ${host} does not answer`,
        'start a sandbox (galla sandbox), or name a server: --host URL',
      ),
    ]
  if (Number.isNaN(date))
    return [note(`The clock was not compared: ${host} sends no date`, 'name another server: --host URL')]
  // A Date header has whole seconds; half a second is the mean rounding error.
  const aheadMs = (before + after) / 2 - (date + 500)
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  if (Math.abs(aheadMs) <= MAX_CLOCK_DIFFERENCE_MS) return [ok('The clock agrees with the server')]
  return [
    problem(
      `The clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the server's`,
      'synchronize the clock by NTP: with a wrong clock, access tokens are renewed too late or before every call',
    ),
  ]
}

/** Epoch milliseconds of the `Date` header; NaN without a header, undefined without a reply. */
async function dateOf(fetch: typeof globalThis.fetch, host: string): Promise<number | undefined> {
  try {
    const response = await fetch(host, {
      method: 'GET',
      redirect: 'manual',
      signal: AbortSignal.timeout(DATE_TIMEOUT_MS),
    })
    await response.body?.cancel()
    return Date.parse(response.headers.get('date') ?? '')
  } catch {
    return undefined
  }
}
