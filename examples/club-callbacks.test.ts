import type { AddressInfo } from 'node:net'
import { createSandbox } from '@galla/sandbox'
import { Galla } from '@galla/sdk'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createClub } from './express/club.mjs'
import { memberOf, post } from './test/club-sessions.ts'

const HOUR_MS = 3_600_000
const credentials = { username: 'club', password: 'two-cups' }

interface Message {
  readonly headers: { readonly [name: string]: string }
  readonly body: string
}

/** The club on a sandbox whose callbacks are kept, to be delivered by the test. */
async function openClub() {
  vi.spyOn(console, 'error').mockReturnValue()
  const kept: Message[] = []
  const sandbox = createSandbox({
    clock: { startMs: Date.parse('2027-01-31T08:00:00+05:30'), frozen: true },
    tokenLifeSec: 315_360_000,
    callbacks: { url: 'http://club.example/callbacks', ...credentials },
    deliver: async (_url, { headers, body }) => {
      kept.push({ headers: headers as Message['headers'], body: String(body) })
      return new Response(null, { status: 200 })
    },
  })
  const galla = new Galla({
    clientId: 'club',
    clientSecret: 'any',
    clientVersion: 1,
    fetch: sandbox.fetch,
    clock: sandbox.clock,
    callbackCredentials: credentials,
  })
  const club = createClub(galla, memberOf, () => sandbox.clock.now())
  const server = club.app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const send = async ({ headers, body }: Message): Promise<void> => {
    const { status } = await fetch(`${url}/callbacks`, { method: 'POST', headers, body })
    expect(status).toBe(200)
  }
  const days = async (count: number): Promise<void> => {
    for (let hour = 0; hour < count * 24; hour += 6) {
      await sandbox.clock.advance(6 * HOUR_MS)
      await club.runJob()
    }
  }
  const paid = async () =>
    (await sandbox.mandate('asha')).redemptions.filter(({ state }) => state === 'COMPLETED').length
  await post(`${url}/join`, 'asha')
  await sandbox.simulatePayment('asha-setup', { outcome: 'SUCCESS' })
  return {
    sandbox,
    kept,
    send,
    days,
    paid,
    member: () => club.members.get('asha'),
    async close() {
      await new Promise((resolve) => server.close(resolve).closeAllConnections())
      await sandbox.close()
      vi.restoreAllMocks()
    },
  }
}

type Club = Awaited<ReturnType<typeof openClub>>

const permutations = <Item>(items: readonly Item[]): Item[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((first, at) => permutations(items.toSpliced(at, 1)).map((rest) => [first, ...rest]))

/** Events of one cycle, as they are sent. */
const CYCLE = ['notification.completed', 'redemption.transaction.completed', 'redemption.order.completed']
const FAILED_CYCLE = ['notification.completed', 'redemption.transaction.failed', 'redemption.order.failed']

const ORDERS = [
  ...permutations(CYCLE).map((events) => ['paid', events] as const),
  ...permutations(FAILED_CYCLE).map((events) => ['failed', events] as const),
  ['paid', []] as const,
  ['failed', []] as const,
]

/** A cycle to its end, without a callback: the job announces and redeems it, and does not run again. */
async function debited(club: Club, end: 'paid' | 'failed'): Promise<(event: string) => Message> {
  await club.days(28)
  if (end === 'failed') await club.sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 4 })
  while ((await club.sandbox.mandate('asha')).redemptions[0]?.state !== 'PENDING') await club.days(0.25)
  await club.sandbox.clock.advance(24 * HOUR_MS)
  await club.sandbox.idle()
  return (event) => {
    const message = club.kept.find(({ body }) => body.includes(`"subscription.${event}"`))
    if (!message) throw new Error(`no callback ${event}`)
    return message
  }
}

/** The setup was the first month; each completed debit is another, however often it was reported. */
async function expectCountedOnce(club: Club, end: 'paid' | 'failed'): Promise<void> {
  expect(club.member()?.paidPeriods).toBe(1 + (await club.paid()))
  expect(club.member()).toMatchObject({
    state: 'active',
    ...(end === 'paid' ? { paidPeriods: 2, tries: 0 } : { tries: 1 }),
  })
  await club.days(70)
  expect(club.member()?.paidPeriods).toBe(1 + (await club.paid()))
  expect(await club.paid()).toBe(3)
}

let club: Club
beforeEach(async () => {
  club = await openClub()
})
afterEach(() => club.close())

it.each(ORDERS)('a %s cycle whose callbacks arrive as %j, each twice: counted once', async (end, events) => {
  const messageOf = await debited(club, end)
  for (const event of events.flatMap((one) => [one, one])) await club.send(messageOf(event))
  await club.days(0.5)
  await expectCountedOnce(club, end)
})

it.each([
  ['paid', CYCLE],
  ['failed', FAILED_CYCLE],
] as const)(
  'a %s cycle whose callbacks arrive twice and at once, before any status is read: counted once',
  async (end, events) => {
    const messageOf = await debited(club, end)
    await club.sandbox.setFaults({
      rules: [{ kind: 'late-reply', delayMs: 1_000, endpoints: ['standardOrderStatus'] }],
    })
    const sent = events.flatMap((event) => [event, event]).map((event) => club.send(messageOf(event)))
    await expect.poll(() => club.sandbox.held().length).toBe(sent.length)
    await club.sandbox.setFaults({})
    await club.sandbox.clock.advance(1_000)
    await Promise.all(sent)
    await club.days(0.5)
    await expectCountedOnce(club, end)
  },
)
