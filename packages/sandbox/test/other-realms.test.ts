import { expect, test } from 'vitest'
import { setUp, standardOrder } from './helpers.ts'

test('a Request of another class, such as one of the package undici, is answered as one of its own', async () => {
  const { sandbox, token, get } = setUp()
  const { url, method, headers, body } = new Request('http://sandbox.localhost/checkout/v2/pay', {
    method: 'POST',
    headers: { authorization: await token(), 'content-type': 'application/json' },
    body: JSON.stringify(standardOrder('order-1')),
  })
  expect((await sandbox.fetch({ url, method, headers, body } as Request)).status).toBe(200)
  expect((await get('/checkout/v2/order/order-1/status')).body.state).toBe('PENDING')
  await sandbox.close()
})
