import type { Paise } from '@galla/contract/money'
import { expect, it } from 'vitest'
import type { GatewayContext } from '../../src/context.ts'
import type { RefundControls } from '../../src/domain/refunds/controls.ts'
import { apiKeyDigest } from '../../src/services/access/api-key-form.ts'
import { actorOfKey, createApiKey, revokeApiKey } from '../../src/services/access/api-keys.ts'
import { actingAs } from '../../src/services/access/audit.ts'
import { acceptInvitation, inviteAgain, inviteUser, type StoredUser } from '../../src/services/access/users.ts'
import { decideRefund } from '../../src/services/refunds/decide-refund.ts'
import { requestRefund } from '../../src/services/refunds/request-refund.ts'
import { findApiKey } from '../../src/storage/access/api-keys.ts'
import { payOrder, refundOf, sentStatuses, withProcesses } from '../helpers/paid-order.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const DAY_MS = 86_400_000
const OWN = 'a cup of masala tea'

interface Office {
  /** A user of whom nobody in the console made a link. */
  hire(name: string): Promise<GatewayContext>
  /** A user by the link of another one, who uses it. */
  invite(by: GatewayContext, name: string): Promise<GatewayContext>
  request(by: GatewayContext): Promise<unknown>
  approve(by: GatewayContext): Promise<unknown>
  advance(ms: number): Promise<void>
  /** Requests for refunds that the provider has received. */
  sent(): Promise<number>
}

async function inOffice(run: (office: Office) => Promise<void>, controls: RefundControls = {}): Promise<void> {
  const testGateway = await createTestGateway({
    gateway: { refundControls: { approvalAbove: 0, approvalHours: 720, ...controls } },
    sandbox: { refundTiming: false },
  })
  await payOrder(testGateway, 'paid')
  await withProcesses(testGateway, 1, async ([context]) => {
    if (!context) return
    const as = ({ name, userId, role }: Pick<StoredUser, 'name' | 'userId' | 'role'>) =>
      actingAs(context, { who: name, userId, role })
    const invite = async (by: GatewayContext, name: string) => {
      const { user, token } = await inviteUser(by, { name, role: 'admin' })
      await acceptInvitation(context, token, OWN)
      return as(user)
    }
    await run({
      hire: (name) => invite(context, name),
      invite,
      request: (by) => requestRefund(by, { ...refundOf('r-1'), origin: 'console' }),
      approve: (by) => decideRefund(by, 'r-1', { decision: 'approved' }),
      advance: (ms) => testGateway.sandbox.clock.advance(ms).then(() => {}),
      async sent() {
        await testGateway.gateway.runPendingJobs()
        return sentStatuses(testGateway).length
      },
    })
  })
}

const refused = (names: RegExp) => ({ code: 'SECOND_PERSON_NEEDED', message: expect.stringMatching(names) })

it('a person who invited a second user does not approve an own refund with that user, and the refusal names who may', async () => {
  await inOffice(async ({ hire, invite, request, approve, sent }) => {
    const [asha] = [await hire('asha'), await hire('ravi')]
    const puppet = await invite(asha, 'puppet')
    await request(asha)
    await expect(approve(puppet)).rejects.toMatchObject(refused(/\bravi\b/))
    await expect(approve(puppet)).rejects.not.toMatchObject(refused(/\basha\b|\bpuppet\b/))
    expect(await sent()).toBe(0)
  })
})

it('a person who invited a user does not approve what that user requested', async () => {
  await inOffice(async ({ hire, invite, request, approve }) => {
    const asha = await hire('asha')
    await request(await invite(asha, 'puppet'))
    await expect(approve(asha)).rejects.toMatchObject(refused(/./))
  })
})

it('two users whom one person invited do not approve refunds of each other', async () => {
  await inOffice(async ({ hire, invite, request, approve }) => {
    const asha = await hire('asha')
    await request(await invite(asha, 'one'))
    await expect(approve(await invite(asha, 'other'))).rejects.toMatchObject(refused(/./))
  })
})

it('a used link for a user who exists makes its maker and that user one person, also when another person makes a later link', async () => {
  await inOffice(async ({ hire, request, approve }) => {
    const [asha, ravi, meena] = [await hire('asha'), await hire('ravi'), await hire('meena')]
    const { token } = await inviteAgain(asha, ravi.actor?.userId ?? '')
    await acceptInvitation(ravi, token, OWN)
    await inviteAgain(meena, ravi.actor?.userId ?? '')
    await request(asha)
    await expect(approve(ravi)).rejects.toMatchObject(refused(/\bmeena\b/))
  })
})

it('a link for a user who exists joins nobody before it sets a password', async () => {
  await inOffice(async ({ hire, request, approve, sent }) => {
    const [asha, ravi] = [await hire('asha'), await hire('ravi')]
    await inviteAgain(asha, ravi.actor?.userId ?? '')
    await request(asha)
    await approve(ravi)
    expect(await sent()).toBe(1)
  })
})

/** A program with a key of its own. */
async function keyOf(by: GatewayContext): Promise<GatewayContext> {
  const { key } = await createApiKey(by, { name: 'returns', scopes: ['refunds'] })
  const stored = await findApiKey(by.database, apiKeyDigest(key))
  if (!stored) throw new Error('The key was not stored')
  return actingAs(by, actorOfKey(by, stored))
}
const revoke = (by: GatewayContext, { actor }: GatewayContext) => revokeApiKey(by, actor?.keyId ?? '')
/** A replica whose clock differs. */
const withClockOff = (context: GatewayContext, ms: number): GatewayContext => ({
  ...context,
  clock: { ...context.clock, now: () => context.clock.now() + ms },
})

it('a key counts for who created the key with which the refund was requested, not for who had a key of that name', async () => {
  await inOffice(async ({ hire, request, approve, sent }) => {
    const [asha, ravi] = [await hire('asha'), await hire('ravi')]
    await revoke(asha, await keyOf(asha))
    await request(await keyOf(ravi))
    await expect(approve(ravi)).rejects.toMatchObject(refused(/\basha\b/))
    await approve(asha)
    expect(await sent()).toBe(1)
  })
})

it.each([-500, 500, -3_600_000])(
  'who created a key does not approve what it requested at a replica whose clock is %i ms off, also once the key is revoked',
  async (ms) => {
    await inOffice(async ({ hire, request, approve, sent }) => {
      const [asha, ravi] = [await hire('asha'), await hire('ravi')]
      const key = await keyOf(asha)
      await request(withClockOff(key, ms))
      await revoke(withClockOff(asha, -ms), key)
      await expect(approve(asha)).rejects.toMatchObject(refused(/\bravi\b/))
      expect(await sent()).toBe(0)
      await approve(ravi)
      expect(await sent()).toBe(1)
    })
  },
)

it.each([
  ['no longer stored', 'delete from galla.api_keys'],
  ['by nobody who is a user', `update galla.api_keys set "createdBy" = 'somebody'`],
  ['not recorded with the refund', `update galla.refunds set "requestedById" = 'program'`],
])('nobody approves what a key requested when the key is %s, and the refusal says to decline it', async (_, change) => {
  await inOffice(async ({ hire, request, approve, sent }) => {
    const [asha, ravi] = [await hire('asha'), await hire('ravi')]
    await request(await keyOf(asha))
    await asha.database.query({ text: change })
    for (const one of [asha, ravi]) await expect(approve(one)).rejects.toMatchObject(refused(/Decline it/))
    expect(await sent()).toBe(0)
  })
})

it('a refund that a key requested is not approved by a user whom the creator of the key invited, or who invited the creator', async () => {
  await inOffice(async ({ hire, invite, request, approve }) => {
    const boss = await hire('boss')
    const asha = await invite(boss, 'asha')
    const puppet = await invite(asha, 'puppet')
    await request(await keyOf(asha))
    for (const one of [asha, puppet, boss]) await expect(approve(one)).rejects.toMatchObject(refused(/./))
    await approve(await hire('ravi'))
  })
})

it('users whom nobody in the console made a link for approve refunds of each other', async () => {
  await inOffice(async ({ hire, request, approve, sent }) => {
    const [asha, ravi] = [await hire('asha'), await hire('ravi')]
    await request(asha)
    await approve(ravi)
    expect(await sent()).toBe(1)
  })
})

it.each<[string, RefundControls, number]>([
  ['30 days', {}, 30],
  ['the days of the setting', { samePersonDays: 2 }, 2],
])('who made a link and its user are two persons again after %s, and not before', async (_, controls, days) => {
  await inOffice(async ({ hire, invite, request, approve, advance }) => {
    const asha = await hire('asha')
    const ravi = await invite(asha, 'ravi')
    await advance(DAY_MS)
    await request(asha)
    await advance((days - 1) * DAY_MS - 1)
    await expect(approve(ravi)).rejects.toMatchObject(refused(/Invite a person with galla gateway users add/))
    await advance(1)
    await approve(ravi)
  }, controls)
})

it('no days of the setting leave an invited user free to approve at once', async () => {
  await inOffice(
    async ({ hire, invite, request, approve }) => {
      const asha = await hire('asha')
      await request(asha)
      await approve(await invite(asha, 'ravi'))
    },
    { samePersonDays: 0 },
  )
})

it('a person declines a refund that a user of the same person requested', async () => {
  await inOffice(async ({ hire, invite, request }) => {
    const asha = await hire('asha')
    await request(await invite(asha, 'puppet'))
    expect(await decideRefund(asha, 'r-1', { decision: 'declined', note: 'not ours' })).toMatchObject({
      approval: { state: 'declined' },
    })
  })
})

it('the merchant’s own code waits for a second person above the same amount as people, unless it has an amount of its own', async () => {
  const amount = 20_000 as Paise
  const ask = async (refundControls: RefundControls) => {
    const testGateway = await createTestGateway({ gateway: { refundControls } })
    await payOrder(testGateway, 'paid')
    const { approval } = await testGateway.gateway.refunds.request(refundOf('r-1', amount))
    return approval?.state
  }
  expect(await ask({ approvalAbove: 10_000 })).toBe('waiting')
  expect(await ask({ approvalAbove: 10_000, programApprovalAbove: amount })).toBeUndefined()
})
