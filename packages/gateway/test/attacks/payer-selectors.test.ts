import { randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import type { PayerSelector } from '../../src/index.ts'
import { CART, setupTestGateways, type TestGateway } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const KEY = `one:${randomBytes(32).toString('base64')}`
const idOf = (text: string) => text.replace(/\W/g, '-')
/** Ways of storing, which must not decide whether a payer is found. */
const STORED = [
  ['in clear', {}],
  ['encrypted', { dataKeys: [KEY] }],
] as const

describe.each(STORED)('a payer by a merchantUserId that only orders.pay had, stored %s', (_, gateway) => {
  const pay = async ({ gateway: { orders } }: TestGateway, merchantOrderId: string, merchantUserId: string) => {
    await orders.start({ ...CART, reference: merchantOrderId, merchantOrderId, checkout: 'CUSTOM' })
    return orders.pay(merchantOrderId, { type: 'NET_BANKING', bankId: 'SBIN', merchantUserId })
  }
  /** Calls are logged asynchronously. */
  const callsLogged = ({ rows }: TestGateway, merchantOrderId: string, count: number) =>
    vi.waitFor(
      async () => {
        const logged = `select 1 from galla.calls where "merchantOrderId" = $1 and "path" like '%/pay' and "request" is not null`
        expect(await rows(logged, [merchantOrderId])).toHaveLength(count)
      },
      { timeout: 20_000 },
    )
  const end = async (testGateway: TestGateway, merchantOrderId: string) => {
    await testGateway.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
  }

  it('is erased, and the payer of another order is not', async () => {
    const testGateway = await createTestGateway({ gateway })
    const { payers } = testGateway.gateway
    for (const [id, user] of [
      ['asha', 'user-zebra'],
      ['meena', 'user-zebra-2'],
    ] as const) {
      await pay(testGateway, id, user)
      await end(testGateway, id)
      await callsLogged(testGateway, id, 1)
    }
    expect(await payers.erase({ merchantUserId: 'user-zebra' })).toMatchObject({ merchantOrderIds: ['asha'] })
    await callsLogged(testGateway, 'asha', 0)
    await callsLogged(testGateway, 'meena', 1)
    expect(await payers.preview({ merchantUserId: 'user-zebra' })).toMatchObject({ orders: 0 })
  })

  it('is erased when the provider took another payment only', async () => {
    let refuse = true
    const testGateway = await createTestGateway({
      gateway,
      wrapProvider: (provider) => (url, init) => {
        if (!refuse || !String(url).endsWith('/pay')) return provider(url, init)
        return Promise.resolve(Response.json({ success: false, code: 'TOO_MANY_REQUESTS' }, { status: 429 }))
      },
    })
    const { orders, payers } = testGateway.gateway
    await expect(pay(testGateway, 'asha', 'user-zebra')).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    refuse = false
    await orders.pay('asha', { type: 'NET_BANKING', bankId: 'SBIN', merchantUserId: 'user-two' })
    await end(testGateway, 'asha')
    await callsLogged(testGateway, 'asha', 2)
    expect(await payers.erase({ merchantUserId: 'user-zebra' })).toMatchObject({ merchantOrderIds: ['asha'] })
    await callsLogged(testGateway, 'asha', 0)
  })
})

const VPA = 'susheela@ybl'
const PHONE = '9811122233'
const url = (query: string) => ({ redirectUrl: `https://shop.example/t?${query}` })

describe.each(STORED)('a payer who is named in a text, stored %s', (_, gateway) => {
  it.each<['vpa' | 'phone', string, { [text: string]: object }]>([
    [
      'vpa',
      VPA,
      {
        'first in a line': { message: `Payer:\n${VPA}` },
        'after a tab': { metaInfo: { udf1: `vpa\t${VPA}` } },
        'after a backslash and quotes': { message: `\\${VPA} "${VPA}"` },
        'at the end of a sentence': { message: `Paid by ${VPA}. Thanks` },
        'at the end of a text': { message: `${VPA}.` },
        'between dashes': { message: `Asha -${VPA}- vip` },
        'in capitals': { message: VPA.toUpperCase() },
        encoded: url('back=%2Fpay%3Fvpa%3Dsusheela%40ybl'),
        'encoded twice': url('back=%252Fpay%253Fvpa%253Dsusheela%2540ybl'),
        'after an encoded space': url('q=from%20susheela%40ybl'),
        'after an encoded line end': url('q=from%0Asusheela%40ybl'),
        'after what is no UTF-8': url('q=%E9%20susheela%40ybl'),
        'after a plus': url('q=from+susheela@ybl+today'),
      },
    ],
    [
      'vpa',
      'tea.stall-7@ybl',
      { 'encoded whole': url('q=tea%2Estall%2D7%40ybl'), plain: { message: 'tea.stall-7@ybl' } },
    ],
    [
      'phone',
      PHONE,
      {
        plain: { message: `Call ${PHONE}.` },
        'beside other numbers': { message: `Table 42 ${PHONE} 9744455566` },
        'of an UPI address': { message: `${PHONE}@ybl` },
        'after an encoded space': url(`q=tel%20${PHONE}`),
        'with an encoded space': url('q=98111%2022233'),
        'with encoded brackets': url('q=%2B91%20%2898111%29%2022233'),
        'with a plus for the space': url('q=98111+22233'),
        'encoded twice': url('q=%252B91%252098111%252022233'),
        'with dots': { message: '98111.22233' },
        'with dashes': { message: '981-112-2233' },
        'with brackets': { message: '+91 (98111) 22233' },
        'with a no-break space': { message: '98111\u00a022233' },
        'with an encoded no-break space': url('q=98111%C2%A022233'),
        'in two lines': { message: '98111\n22233' },
        '+91': { message: `+91${PHONE}` },
        '0091': { message: `0091${PHONE}` },
        '0091 with spaces': { message: '0091 98111 22233' },
        'country code and zero': { message: `+91 (0) ${PHONE}` },
        zero: { message: `0${PHONE}` },
        'in the id of the payer': { merchantUserId: `u-${PHONE}` },
      },
    ],
  ])('is found by %s %s however it is written', async (name, value, texts) => {
    const testGateway = await createTestGateway({ gateway })
    const { orders, payers } = testGateway.gateway
    for (const [text, fields] of Object.entries(texts))
      await orders.start({ ...CART, reference: text, merchantOrderId: idOf(text), ...fields })
    const preview = await payers.preview({ [name]: value } as unknown as PayerSelector)
    expect(preview.merchantOrderIds.toSorted()).toEqual(Object.keys(texts).map(idOf).sort())
    expect(preview.byMaskOnly).toBe(0)
  })

  it('is not taken for another one with a longer address or number', async () => {
    const testGateway = await createTestGateway({ gateway })
    const { orders, payers } = testGateway.gateway
    const texts = [
      ...['asusheela@ybl', 'a.susheela@ybl', 'a-susheela@ybl', 'a_susheela@ybl', 'a.-susheela@ybl'],
      ...['susheela@yblx', 'susheela@ybl.com', 'susheela@ybl-x', 'susheela@ybl1', 'susheela.ybl', 'susheelaXybl'],
      ...['19811122233', '98111222334', '98111-222334', '9198111222334', '199811122233', '0098111222330'],
      ...['9811 1222 3344', '9811 1222 3344 5566', '+44 98111 22233', '+1 (981) 112-2233', '98111x22233', '9811122234'],
    ]
    const encoded = texts.map((text) => encodeURIComponent(text))
    const written = [...texts.map((message) => ({ message })), ...encoded.map((text) => url(`q=%20${text}%20`))]
    for (const [at, fields] of written.entries())
      await orders.start({ ...CART, reference: `cart ${at}`, merchantOrderId: `o-${at}`, ...fields })
    for (const payer of [{ vpa: VPA }, { phone: PHONE }]) {
      const { merchantOrderIds } = await payers.preview(payer)
      expect(merchantOrderIds.map((id) => written[Number(id.slice(2))])).toEqual([])
    }
  })
})

it('the merchantUserId of orders.pay is no part of the order, and starting it again finds the same one', async () => {
  const testGateway = await createTestGateway()
  const { orders } = testGateway.gateway
  const cart = { ...CART, merchantOrderId: 'asha', checkout: 'CUSTOM' } as const
  await orders.start(cart)
  const mode = { type: 'NET_BANKING', bankId: 'SBIN', merchantUserId: 'user-zebra' } as const
  await orders.pay('asha', mode)
  expect(await orders.pay('asha', mode)).toMatchObject({ order: { merchantOrderId: 'asha' } })
  const other = await testGateway.replica({ clientSecret: 'the next secret of the stall' })
  expect(JSON.stringify(await other.orders.start(cart))).not.toContain('zebra')
  expect(JSON.stringify(await other.orders.get('asha'))).not.toContain('zebra')
})
