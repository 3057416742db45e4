import { describe, expect, it } from 'vitest'
import { thrownBy } from '../../test/support/client.ts'
import { parseBaseUrl } from './transport.ts'

describe('parseBaseUrl', () => {
  it('returns the parts of a URL', () => {
    expect(parseBaseUrl('https://api.example.com/apis/pg', 'hosts.pg')).toEqual({
      href: 'https://api.example.com/apis/pg',
      secure: true,
      hostname: 'api.example.com',
      port: 443,
      host: 'api.example.com',
      pathPrefix: '/apis/pg',
    })
    expect(parseBaseUrl('http://127.0.0.1:4000', 'hosts')).toEqual({
      href: 'http://127.0.0.1:4000',
      secure: false,
      hostname: '127.0.0.1',
      port: 4_000,
      host: '127.0.0.1:4000',
      pathPrefix: '',
    })
    expect(parseBaseUrl('http://[::1]:4000/x', 'hosts')).toMatchObject({ hostname: '::1', host: '[::1]:4000' })
    expect(parseBaseUrl('http://localhost', 'hosts')).toMatchObject({ port: 80, host: 'localhost' })
  })

  it.each(['https://api.example.com/', 'https://api.example.com//', 'https://API.example.com:443'])(
    'ignores trailing slashes, letter case and the default port of %s',
    (url) => {
      expect(parseBaseUrl(url, 'hosts').href).toBe('https://api.example.com')
    },
  )

  it.each(['http://localhost:1', 'http://127.0.0.1', 'http://127.9.9.9:8', 'http://[::1]:4000'])(
    'accepts plain http on loopback: %s',
    (url) => {
      expect(parseBaseUrl(url, 'hosts').secure).toBe(false)
    },
  )

  it.each([
    'http://api.example.com',
    'http://10.0.0.1',
    'http://localhost.example.com',
    'http://shop.localhost',
    'http://notlocalhost',
    'http://127.0.0.1.example.com',
    'http://128.0.0.1',
    'http://0.0.0.0',
    'http://[::2]',
  ])('rejects plain http elsewhere: %s', (url) => {
    expect(thrownBy(() => parseBaseUrl(url, 'hosts.pg'))).toMatchObject({
      kind: 'invalid-request',
      field: 'hosts.pg',
      message: expect.stringMatching(
        /^hosts\.pg must be https: plain http is accepted on this machine only\. In SANDBOX.* hostsWithoutTls/,
      ),
    })
  })

  it('accepts plain http to a host that is named, and to no other', () => {
    const named = ['Sandbox', 'fd00::1']
    expect(parseBaseUrl('http://sandbox:4500/', 'hosts', named)).toMatchObject({ secure: false, host: 'sandbox:4500' })
    expect(parseBaseUrl('http://[fd00::1]:4500', 'hosts', named).secure).toBe(false)
    expect(thrownBy(() => parseBaseUrl('http://other:4500', 'hosts', named)).message).toBe(
      'hosts must be https: plain http is accepted on this machine only. In SANDBOX, name a private host in hostsWithoutTls: other',
    )
  })

  it.each([
    ['', 'is not a URL; write it like https://api.example.com/apis/pg'],
    ['api.example.com', 'is not a URL; write it like https://api.example.com/apis/pg'],
    ['ftp://api.example.com', 'must begin with https://'],
    ['javascript:alert(1)', 'must begin with https://'],
    ['https://user@api.example.com', 'must not contain a user, query or fragment'],
    ['https://:secret@api.example.com', 'must not contain a user, query or fragment'],
    ['https://api.example.com?a=1', 'must not contain a user, query or fragment'],
    ['https://api.example.com#a', 'must not contain a user, query or fragment'],
  ])('rejects %j', (url, problem) => {
    expect(thrownBy(() => parseBaseUrl(url, 'hosts')).message).toBe(`hosts ${problem}`)
  })
})
