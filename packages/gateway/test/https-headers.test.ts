import { describe, expect, it } from 'vitest'
import { setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const PASSWORD = 'two cups of tea'
const HTTPS = {
  'strict-transport-security': 'max-age=31536000',
  'cross-origin-resource-policy': 'same-origin',
}
const NAMES = [...Object.keys(HTTPS), 'cross-origin-opener-policy']
const seen = (response: Response) => {
  const headers = NAMES.map((name) => [name, response.headers.get(name)] as const)
  return Object.fromEntries(headers.filter(([, value]) => value !== null))
}
const get = (path: string, host: string, scheme = 'http') =>
  new Request(`${scheme}://${host}${path}`, { headers: { host } })

describe('a console with an https URL', () => {
  it('is never opened in clear, and shares no window and no file with other sites', async () => {
    const console = { password: PASSWORD, url: 'https://pay.shop.example/admin/' }
    const { gateway } = await createTestGateway({ gateway: { console } })
    for (const path of ['/', '/orders', '/api/about', '/api/session', '/absent.js', '/metrics'])
      expect([path, seen(await gateway.admin.fetch(get(path, 'pay.shop.example')))]).toEqual([
        path,
        { ...HTTPS, 'cross-origin-opener-policy': 'same-origin' },
      ])
    const page = await gateway.admin.fetch(get('/', 'pay.shop.example'))
    expect(page.headers.get('permissions-policy')).toContain('camera=()')
    expect(page.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    // The same host name serves the payers.
    expect(seen(await gateway.fetch(get('/orders/order-1/status', 'pay.shop.example')))).toEqual(HTTPS)
    expect(seen(await gateway.fetch(get('/orders/order-1/status', 'gateway:4600')))).toEqual({})
  })
})

describe('a console without an https URL', () => {
  it('asks for no https, which this machine does not have', async () => {
    const { gateway } = await createTestGateway({ gateway: { console: { password: PASSWORD } } })
    for (const path of ['/', '/api/about'])
      expect(seen(await gateway.admin.fetch(get(path, '127.0.0.1:4600')))).toEqual({})
  })
})

describe('payer routes', () => {
  it('send the headers when the server itself is reached over https, not in clear', async () => {
    const { gateway } = await createTestGateway()
    expect(seen(await gateway.fetch(get('/orders/order-1/status', 'shop.example', 'https')))).toEqual(HTTPS)
    expect(seen(await gateway.fetch(get('/orders/order-1/status', 'shop.example')))).toEqual({})
  })
})
