import { expect, test } from 'vitest'
import { foreign } from './server.ts'

test.each([
  ['localhost'],
  ['localhost:4500'],
  ['127.0.0.1:4500'],
  ['127.1.2.3'],
  ['[::1]:4500'],
  ['shop.localhost:3000'],
  ['LOCALHOST:1'],
])('%s is ours', (host) => {
  expect(foreign({ host })).toBeUndefined()
  expect(foreign({ host, origin: `http://${host}` })).toBeUndefined()
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
])('%s is foreign', (host) => {
  expect(foreign({ host })).toMatch(/loopback names only/)
  expect(foreign({ host: 'localhost', origin: `http://${host ?? ''}` })).toMatch(/other sites/)
})

test('an opaque origin is foreign, and so is a scheme that is none', () => {
  for (const origin of ['null', 'file://', 'chrome-extension://localhost', 'localhost']) {
    expect(foreign({ host: 'localhost', origin })).toMatch(/other sites/)
  }
})
