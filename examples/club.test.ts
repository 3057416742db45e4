import type { AddressInfo } from 'node:net'
import { createSandbox } from '@galla/sandbox'
import { Galla } from '@galla/sdk'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createClub } from './express/club.mjs'
import { memberOf, post } from './test/club-sessions.ts'

const HOUR_MS = 3_600_000
const credentials = { username: 'club', password: 'two-cups' }
const sandboxAt = (start: string) =>
  createSandbox({ clock: { startMs: Date.parse(`${start}+05:30`), frozen: true }, tokenLifeSec: 315_360_000 })

let sandbox: ReturnType<typeof sandboxAt>
let club: ReturnType<typeof createClub>
let close: () => Promise<unknown>
let url: string

beforeEach(async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  sandbox = sandboxAt('2027-01-31T08:00:00')
  const galla = new Galla({
    clientId: 'club',
    clientSecret: 'any',
    clientVersion: 1,
    fetch: sandbox.fetch,
    clock: sandbox.clock,
    callbackCredentials: credentials,
  })
  club = createClub(galla, memberOf, () => sandbox.clock.now())
  const server = club.app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () => new Promise((resolve) => server.close(resolve).closeAllConnections())
})
afterEach(async () => {
  await close()
  await sandbox.close()
  vi.restoreAllMocks()
})

async function join(id: string): Promise<void> {
  const reply = await post(`${url}/join`, id)
  expect(reply.status).toBe(303)
  await sandbox.simulatePayment(`${id}-setup`, { outcome: 'SUCCESS' })
}

async function days(count: number): Promise<void> {
  for (let hour = 0; hour < count * 24; hour += 3) {
    await sandbox.clock.advance(3 * HOUR_MS)
    await club.runJob()
  }
}

it('the club of the express example takes ₹199 a month, once, through lost replies', async () => {
  await join('asha')
  await sandbox.setFaults({
    rules: [{ kind: 'lost-reply', rate: 0.2, endpoints: ['subscriptionNotify', 'subscriptionRedeem'] }],
  })
  await days(366)
  const { redemptions } = await sandbox.mandate('asha')
  const paid = redemptions.filter(({ state }) => state === 'COMPLETED')
  expect(paid.map(({ amount }) => amount)).toEqual(Array(12).fill(19_900))
  expect(club.members.get('asha')).toMatchObject({ state: 'active', paidPeriods: 13 })
})

it('lets nobody end or begin the mandate of another, whose id everybody may know', async () => {
  await join('asha')
  const forged = { method: 'POST', redirect: 'manual', headers: { cookie: 'session=asha' } } as const
  expect((await fetch(`${url}/leave/asha`, { method: 'POST' })).status).toBe(404)
  expect((await fetch(`${url}/leave?id=asha`, forged)).status).toBe(401)
  expect((await fetch(`${url}/join`, forged)).status).toBe(401)
  // Logged in as somebody, who has no mandate.
  expect((await post(`${url}/leave?id=asha`, 'ravi')).status).toBe(404)
  expect((await sandbox.mandate('asha')).state).toBe('ACTIVE')
  expect((await post(`${url}/leave`, 'asha')).status).toBe(200)
  expect((await sandbox.mandate('asha')).state).not.toBe('ACTIVE')
})

it('tries a failed debit again, waits for a pause, and stops at a revocation', async () => {
  await join('ravi')
  await days(20)
  await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 4 })
  await days(20)
  expect(club.members.get('ravi')).toMatchObject({ paidPeriods: 2 })
  await sandbox.simulateMandate('ravi', { action: 'PAUSE', pauseUntilMs: sandbox.clock.now() + 40 * 24 * HOUR_MS })
  await days(35)
  expect(club.members.get('ravi')).toMatchObject({ state: 'active', paidPeriods: 2 })
  await sandbox.simulateMandate('ravi', { action: 'REVOKE', silent: true })
  await days(2)
  expect(club.members.get('ravi')?.state).toBe('ended')
})

it('opens no second order while a debit is PENDING, however late the bank answers', async () => {
  await join('asha')
  await days(20)
  let isLate = true
  const lateBank = new Galla({
    clientId: 'club',
    clientSecret: 'any',
    clientVersion: 1,
    clock: sandbox.clock,
    fetch: async (input, init) => {
      const reply = await sandbox.fetch(input, init)
      if (!isLate || !String(input).includes('/asha-1-0/status')) return reply
      const body = await reply.json()
      return Response.json(body.state === 'COMPLETED' ? { ...body, state: 'PENDING' } : body, { status: reply.status })
    },
  })
  const { members } = club
  club = createClub(lateBank, memberOf, () => sandbox.clock.now())
  for (const [id, member] of members) club.members.set(id, member)
  await days(15)
  expect((await sandbox.redemption('asha-1-0')).state).toBe('COMPLETED')
  expect(club.members.get('asha')).toMatchObject({ paidPeriods: 1, tries: 0 })
  isLate = false
  await days(1)
  expect(club.members.get('asha')).toMatchObject({ paidPeriods: 2, tries: 0 })
})

it.each([
  ['revoked by the payer', () => sandbox.simulateMandate('asha', { action: 'REVOKE', silent: true })],
  ['left by the member', () => post(`${url}/leave`, 'asha')],
])('counts a debit that completes while it is billed and the mandate is %s', async (_, end) => {
  await join('asha')
  await days(20)
  let redeemed = false
  const slow = new Galla({
    clientId: 'club',
    clientSecret: 'any',
    clientVersion: 1,
    clock: sandbox.clock,
    fetch: async (input, init) => {
      const reply = await sandbox.fetch(input, init)
      if (String(input).endsWith('/redeem')) redeemed = true
      else if (redeemed && (init?.method ?? 'GET') === 'GET') {
        redeemed = false
        await sandbox.clock.advance(HOUR_MS)
        await end()
      }
      return reply
    },
  })
  const { members } = club
  club = createClub(slow, memberOf, () => sandbox.clock.now())
  for (const [id, member] of members) club.members.set(id, member)
  for (let hour = 0; hour < 15 * 24 && !redeemed; hour += 3) await days(1 / 8)
  // Also at once, as a callback does.
  await club.runJob()
  expect((await sandbox.redemption('asha-1-0')).state).toBe('COMPLETED')
  await days(31)
  expect(club.members.get('asha')).toMatchObject({ state: 'ended', paidPeriods: 2 })
})

it('a callback is enough to bill a member, and a forged one does nothing', async () => {
  await sandbox.setReceiver({ url: `${url}/callbacks`, ...credentials })
  await join('meera')
  await sandbox.idle()
  await vi.waitFor(() => expect(club.members.get('meera')?.state).toBe('active'))
  const forged = await fetch(`${url}/callbacks`, { method: 'POST', body: '{"event":"subscription.revoked"}' })
  expect(forged.status).toBe(401)
})
