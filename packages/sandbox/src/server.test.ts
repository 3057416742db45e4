import { expect, test } from 'vitest'
import { foreignRequestReason } from './server.ts'

test.each([
  ['localhost'],
  ['localhost:4500'],
  ['127.0.0.1:4500'],
  ['127.1.2.3'],
  ['[::1]:4500'],
  ['shop.localhost:3000'],
  ['LOCALHOST:1'],
])('accepts %s', (host) => {
  expect(foreignRequestReason({ host })).toBeUndefined()
  expect(foreignRequestReason({ host, origin: `http://${host}` })).toBeUndefined()
})

test.each([
  [''],
  [undefined],
  ['attacker.example'],
  ['localhost.attacker.example'],
  ['127.0.0.1.attacker.example'],
  ['127.0.0.1@attacker.example'],
  ['a.b.localhost.example:80'],
  ['0.0.0.0:4500'],
  ['192.168.0.7'],
  ['localhost:4500:1'],
])('refuses %s', (host) => {
  expect(foreignRequestReason({ host })).toMatch(/loopback host names and allowed names only/)
  expect(foreignRequestReason({ host: 'localhost', origin: `http://${host ?? ''}` })).toMatch(/other sites/)
})

test('refuses an opaque origin and a scheme that is not http', () => {
  for (const origin of ['null', 'file://', 'chrome-extension://localhost', 'localhost']) {
    expect(foreignRequestReason({ host: 'localhost', origin })).toMatch(/other sites/)
  }
})

test.each([
  '/_sandbox/reset',
  '/%5fsandbox/reset',
  '/_%73ANDBOX/reset',
  'http://127.0.0.1/%5Fsandbox/reset',
  '//%5fsandbox',
])('refuses another page on this machine for the control API: %s', (path) => {
  const host = '127.0.0.1:4500'
  expect(foreignRequestReason({ host, origin: 'http://localhost:9999', path })).toMatch(/pages of this sandbox only/)
  expect(foreignRequestReason({ host, origin: `http://${host}`, path })).toBeUndefined()
})

test.each(['/checkout/v2/pay', '/%', '/%255fsandbox/reset'])('lets another page on this machine call %s', (path) => {
  expect(foreignRequestReason({ host: '127.0.0.1:4500', origin: 'http://localhost:9999', path })).toBeUndefined()
})

test.each(['sandbox', 'Sandbox:4500', '[fd00::1]:4500'])('accepts %s when it is allowed by name', (host) => {
  const allowed = new Set(['sandbox', '[fd00::1]'])
  expect(foreignRequestReason({ host }, allowed)).toBeUndefined()
  expect(foreignRequestReason({ host, origin: `http://${host}`, path: '/_sandbox/reset' }, allowed)).toBeUndefined()
  expect(foreignRequestReason({ host: 'localhost', origin: `http://${host}`, path: '/_sandbox' }, allowed)).toMatch(
    /pages of this sandbox only/,
  )
})

test.each(['other', 'sandbox.example', 'x.sandbox', 'sandbox:1:2', 'sandbox@other', 'sandbox.'])(
  'refuses %s beside an allowed name, and says how to allow a name',
  (host) => {
    const allowed = new Set(['sandbox'])
    expect(foreignRequestReason({ host }, allowed)).toMatch(/--allow-host \S+, or serveSandbox.* allowedHosts: /)
    expect(foreignRequestReason({ host: 'sandbox', origin: `http://${host}` }, allowed)).toMatch(/other sites/)
  },
)

test('names a foreign host in the option that allows it, but nothing that is no host name', () => {
  expect(foreignRequestReason({ host: 'shop_sandbox:4500' })).toContain('--allow-host shop_sandbox,')
  expect(foreignRequestReason({ host: '<b>"\'' })).toContain('--allow-host NAME,')
})
