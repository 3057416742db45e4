import { paise } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { openSubscriptionShop, START } from './helpers/subscription-shop.ts'
import { setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const openShop = () => openSubscriptionShop(createTestGateway)

describe('a parameter of a subscription', () => {
  it('that is not known is refused by pause and by cancel, and changes nothing', async () => {
    const { activate, gateway, read } = await openShop()
    await activate()
    const misspelled = { until: Date.parse('2027-05-01'), when: 'cycle-end' } as object
    await expect(gateway.subscriptions.pause('sub-7', misspelled)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      field: 'until',
      message: 'until is not known; did you mean untilMs?',
    })
    await expect(gateway.subscriptions.cancel('sub-7', misspelled)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      field: 'until',
    })
    const text: unknown = 'cycle-end'
    await expect(gateway.subscriptions.cancel('sub-7', text as object)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'cancellation must be an object',
    })
    const { state, cancel } = await read()
    expect([state, cancel]).toEqual(['ACTIVE', undefined])
  })

  it.each(['asha', 'asha@payer.example\r\nBcc: other@payer.example', 'Asha <asha@payer.example>'])(
    'that is no mail address is refused as payer.email: %j',
    async (email) => {
      const { gateway } = await openShop()
      await expect(gateway.subscriptions.start({ ...START, payer: { email } })).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        field: 'payer.email',
        message: 'payer.email must be an e-mail address',
      })
    },
  )

  it.each(['nine', '12345', '+0123456789'])(
    'that is no phone number is refused as payer.phoneNumber: %j',
    async (phoneNumber) => {
      const { gateway } = await openShop()
      await expect(gateway.subscriptions.start({ ...START, payer: { phoneNumber } })).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        field: 'payer.phoneNumber',
        message: 'payer.phoneNumber must be ten digits, or with country code: +919000000001',
      })
    },
  )

  it('is the same phone number in two spellings', async () => {
    const { gateway } = await openShop()
    const start = (phoneNumber: string) => gateway.subscriptions.start({ ...START, payer: { phoneNumber } })
    const first = await start('90000 00001')
    expect((await start('+91 9000000001')).redirectUrl).toBe(first.redirectUrl)
    await expect(start('90000 00002')).rejects.toMatchObject({ code: 'ID_TAKEN' })
  })

  it.each(['Tea\nevery month', 'Tea \u202E htnom'])(
    'that is no single line is refused as the name of a plan: %j',
    async (name) => {
      const { gateway } = await openShop()
      const plan = { planId: 'coffee', name, amount: paise(19_900), frequency: 'MONTHLY' } as const
      await expect(gateway.plans.create(plan)).rejects.toMatchObject({ code: 'INVALID_REQUEST', field: 'name' })
    },
  )

  it('may have the joiners of Indian scripts in the name of a plan', async () => {
    const { gateway } = await openShop()
    const name = 'ക്ഷീര\u200Dപഥം, क्\u200Dष'
    expect(
      await gateway.plans.create({ planId: 'milk', name, amount: paise(19_900), frequency: 'MONTHLY' }),
    ).toMatchObject({ name })
  })
})

describe('a call that is repeated', () => {
  it('with the terms of another plan names the plan', async () => {
    const { gateway } = await openShop()
    const [plan] = (await gateway.plans.list()).rows
    if (!plan) throw new Error('the shop has no plan')
    const { createdAtMs: _, ...terms } = plan
    await expect(gateway.plans.create({ ...terms, name: 'Coffee' })).rejects.toMatchObject({
      code: 'ID_TAKEN',
      message: `${plan.planId} belongs to a plan with another name: choose a new id`,
    })
  })

  it('with the same end of a pause is one pause, with one event', async () => {
    const { activate, gateway, eventsOf, drainJobs, sandbox } = await openShop()
    await activate()
    const untilMs = sandbox.clock.now() + 40 * 86_400_000
    await gateway.subscriptions.pause('sub-7', { untilMs })
    await gateway.subscriptions.pause('sub-7', { untilMs })
    await drainJobs()
    expect(eventsOf('paused')).toHaveLength(1)
    await gateway.subscriptions.pause('sub-7')
    await drainJobs()
    expect(eventsOf('paused')).toHaveLength(2)
  })

  it('after a cancellation opens no page of a mandate that nobody has approved', async () => {
    const { gateway, drainJobs } = await openShop()
    await gateway.subscriptions.start(START)
    await gateway.subscriptions.cancel('sub-7')
    await expect(gateway.subscriptions.start(START)).rejects.toMatchObject({ code: 'SUBSCRIPTION_STATE' })
    expect((await gateway.subscriptions.forPayer('sub-7')).redirectUrl).toBeUndefined()
    await drainJobs()
    await expect(gateway.subscriptions.start(START)).rejects.toMatchObject({ code: 'SUBSCRIPTION_STATE' })
  })
})
