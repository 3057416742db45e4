import type { SandboxMandate, SandboxRedemption, SimulateMandate } from '@galla/contract/sandbox-api/mandates'

/** The payer's list: who debits, the mandates, newest first, and the sandbox's time. */
export interface MandateList {
  readonly merchantName: string
  readonly mandates: readonly SandboxMandate[]
  /** Epoch milliseconds on the sandbox's clock. */
  readonly nowMs: number
}

/** Reads the list; undefined when the sandbox does not answer. */
export async function readMandates(): Promise<MandateList | undefined> {
  try {
    const read = async (path: string) => (await fetch(`/_sandbox${path}`)).json()
    const [list, { nowMs }]: [Omit<MandateList, 'nowMs'>, { nowMs: number }] = await Promise.all([
      read('/mandates'),
      read('/clock'),
    ])
    return { merchantName: list.merchantName, mandates: list.mandates, nowMs }
  } catch {
    return undefined
  }
}

/** Sends the payer's act in the UPI app. Resolves with false when the mandate no longer allows the act. */
export async function changeMandate(id: string, change: SimulateMandate): Promise<boolean> {
  try {
    const { ok } = await fetch(`/_sandbox/mandates/${encodeURIComponent(id)}/simulate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(change),
    })
    return ok
  } catch {
    return false
  }
}

/** The debit that the payer was notified of last and that can still happen. */
export function upcomingDebit({ state, redemptions }: SandboxMandate): SandboxRedemption | undefined {
  if (state !== 'ACTIVE') return undefined
  return redemptions.filter((one) => !one.void && (one.state === 'NOTIFIED' || one.state === 'PENDING')).at(-1)
}

/** Earliest time of a debit, in epoch milliseconds. */
export function validAfter({ paymentFlow }: SandboxRedemption): number | undefined {
  const ms = 'validAfter' in paymentFlow ? Number(paymentFlow.validAfter ?? Number.NaN) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}

const DAY_MS = 86_400_000
/** India is ahead of UTC by this, all year. Milliseconds. */
const IST_MS = 19_800_000

/** The day in India, `2027-01-31`, as a date field takes it. */
export const dayInIndia = (ms: number): string => new Date(ms + IST_MS).toISOString().slice(0, 10)

/** Start of a day in India; undefined for a text that is not a day, or for a day that is not after today. */
export function pauseEnd(day: string, nowMs: number): number | undefined {
  const ms = Date.parse(`${day}T00:00:00+05:30`)
  return ms > nowMs ? ms : undefined
}

/** The day that the pause form suggests: 30 days from now. */
export const suggestedDay = (nowMs: number): string => dayInIndia(nowMs + 30 * DAY_MS)
