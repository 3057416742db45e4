import { type Appearance, createSandbox } from '@galla/sandbox'
import { describe, expect, test } from 'vitest'
import { setUp, standardOrder } from './helpers.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const logo = `data:image/png;base64,${PNG}`

async function opened(appearance: Appearance) {
  const all = setUp({ appearance })
  const { body } = await all.post('/checkout/v2/pay', standardOrder('order-1'))
  return { ...all, view: (await all.page(body.redirectUrl).get('/view')).body }
}

test('the style sheet is computed from the accent and the radius', async () => {
  const { sandbox } = await opened({ accentColor: '#07c', radius: 12 })
  const response = await sandbox.fetch('http://x/transact/appearance.css')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(await response.text()).toMatch(/--galla-radius:12px;--galla-brass:#0[0-9a-f]{5};.*prefers-color-scheme:dark/)
})

test('without an appearance there is nothing to load', async () => {
  const { sandbox, view } = await opened({})
  expect(view).not.toHaveProperty('merchantLogo')
  for (const path of ['/transact/appearance.css', '/transact/logo'])
    expect((await sandbox.fetch(`http://x${path}`)).ok).toBe(false)
})

test('the logo is a picture of the page’s own origin that runs nothing', async () => {
  const { sandbox, view } = await opened({ logo })
  expect(view.merchantLogo).toMatch(/^\/transact\/logo\?v=[\w-]{12}$/)
  const response = await sandbox.fetch(`http://x${view.merchantLogo}`)
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'none'/)
  expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(PNG)
})

const ATTACK = '</title></h1><script>alert(1)</script>'

describe('a hostile value', () => {
  test('in the name is data: no style sheet contains it', async () => {
    const { view, sandbox } = await opened({ merchantName: ATTACK, accentColor: '#07c' })
    expect(view.merchantName).toBe(ATTACK)
    expect(await (await sandbox.fetch('http://x/transact/appearance.css')).text()).not.toContain('alert')
  })

  test.each<[string, Appearance, RegExp]>([
    ['accentColor', { accentColor: '#fff}body{display:none' }, /appearance\.accentColor must be a colour/],
    ['radius', { radius: '1px;}' as unknown as number }, /appearance\.radius must be a whole number/],
    [
      'colorScheme',
      { colorScheme: 'dark" onload="x' as 'dark' },
      /appearance\.colorScheme must be light, dark or auto/,
    ],
    ['logo', { logo: 'https://evil.example/logo.png' }, /appearance\.logo must be a data: URL/],
    ['logo', { logo: 'data:image/svg+xml;base64,PHN2Zy8+' }, /SVG is refused/],
    ['merchantName', { merchantName: 'a\u202eb' }, /appearance\.merchantName must be a text/],
    ['acentColor', { acentColor: '#07c' } as Appearance, /appearance\.acentColor .*did you mean "accentColor"/],
  ])('in %s is refused before anything starts', (_, appearance, message) => {
    expect(() => createSandbox({ appearance })).toThrow(message)
    expect(() => createSandbox({ appearance })).toThrow(TypeError)
  })
})
