import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Appearance, appearanceCss, checkAppearance } from './appearance.ts'
import { AA_TEXT, accentTokens, contrastRatio, GROUNDS, parseHexColor, type Rgb } from './color.ts'
import { MAX_LOGO_BYTES, readLogo } from './logo.ts'

const SCOPE = { base: ':root', deviceDark: ':root', dark: ':root[data-theme="dark"]' }
const colorOf = (hex: string): Rgb => parseHexColor(hex) ?? expect.fail(`${hex} is not a colour`)

/** Every combination of six levels: black, white, greys, all pure and mixed hues. */
const LEVELS = ['00', '33', '66', '99', 'cc', 'ff']
const ACCENTS = LEVELS.flatMap((red) => LEVELS.flatMap((green) => LEVELS.map((blue) => `#${red}${green}${blue}`)))

describe('parseHexColor', () => {
  it.each([
    ['#07c', [0, 0x77, 0xcc]],
    ['#1F4f8f', [0x1f, 0x4f, 0x8f]],
  ])('reads %s', (text, rgb) => expect(parseHexColor(text)).toEqual(rgb))

  it.each([
    'red',
    '#12',
    '#12345',
    '#12345g',
    '1f4f8f',
    '#1f4f8f ',
    '#1f4f8f\n',
    '#1f4f8f80',
    'rgb(0,0,0)',
    '',
    '#',
    '#00 00 0',
  ])('refuses %j', (text) => expect(parseHexColor(text)).toBeUndefined())
})

describe('contrastRatio', () => {
  it('is 21 for black on white, and 1 for a colour on itself', () => {
    expect(contrastRatio(colorOf('#000'), colorOf('#fff'))).toBeCloseTo(21)
    expect(contrastRatio(colorOf('#1f4f8f'), colorOf('#1f4f8f'))).toBe(1)
    // The example of the W3C: the lightest grey with AA on white.
    expect(contrastRatio(colorOf('#767676'), colorOf('#fff'))).toBeCloseTo(4.54, 2)
  })
})

describe.each(['light', 'dark'] as const)('accentTokens, %s', (scheme) => {
  it('are readable on every ground, and text on them, for any accent', () => {
    const { paper, sheet } = GROUNDS[scheme]
    for (const accent of ACCENTS) {
      const { brass, 'brass-deep': deep, 'brass-wash': wash, 'on-brass': on } = accentTokens(colorOf(accent), scheme)
      for (const ground of [paper, sheet, wash])
        for (const text of [brass, deep])
          expect(
            contrastRatio(colorOf(text), colorOf(ground)),
            `${accent}: ${text} on ${ground}`,
          ).toBeGreaterThanOrEqual(AA_TEXT)
      for (const ground of [brass, deep])
        expect(contrastRatio(colorOf(on), colorOf(ground)), `${accent}: text on ${ground}`).toBeGreaterThanOrEqual(
          AA_TEXT,
        )
    }
  })

  it('leave the page’s own text readable on what is marked', () => {
    const tokens = tokensOf(scheme)
    for (const accent of ACCENTS) {
      const { 'brass-wash': wash } = accentTokens(colorOf(accent), scheme)
      for (const name of ['ink', 'ink-soft'])
        expect(
          contrastRatio(colorOf(tokens[name] ?? ''), colorOf(wash)),
          `${accent}: ${name} on ${wash}`,
        ).toBeGreaterThanOrEqual(AA_TEXT)
    }
  })

  it('compute with the grounds of tokens.css', () => {
    const { paper, sheet, 'on-brass': on } = tokensOf(scheme)
    expect(GROUNDS[scheme]).toEqual({ paper, sheet, 'on-brass': on })
  })
})

it('an accent that is readable stays as it is', () => {
  expect(accentTokens(colorOf('#1f4f8f'), 'light').brass).toBe('#1f4f8f')
  expect(accentTokens(colorOf('#9cc4ff'), 'dark').brass).toBe('#9cc4ff')
  expect(accentTokens(colorOf('#ffee00'), 'light').brass).not.toBe('#ffee00')
})

const BREAKOUTS = [
  '</style><script>alert(1)</script>',
  'red;}body{display:none}',
  '#fff;background:url(//evil.example)',
  'url(javascript:alert(1))',
  '"><img src=x onerror=alert(1)>',
  '#000/**/',
  '\\3c script',
  'expression(alert(1))',
  'var(--x)',
  '#fff\u0000',
]

describe('checkAppearance', () => {
  it('accepts every field, and none', () => {
    const logo = PNG
    expect(() => checkAppearance({})).not.toThrow()
    expect(() =>
      checkAppearance({ merchantName: 'चाय & Chapters 🍵', logo, accentColor: '#07c', radius: 0, colorScheme: 'auto' }),
    ).not.toThrow()
    expect(() => checkAppearance({ merchantName: undefined, radius: undefined })).not.toThrow()
  })

  it.each(BREAKOUTS)('no field but the name takes %j, and a style sheet contains no part of it', (text) => {
    expect(() => checkAppearance({ accentColor: text })).toThrow(/appearance\.accentColor must be a colour/)
    expect(() => checkAppearance({ logo: text }, { paths: true })).toThrow(/appearance\.logo must be/)
    expect(() => checkAppearance({ radius: text as unknown as number })).toThrow(/appearance\.radius must be/)
    expect(() => checkAppearance({ colorScheme: text as 'dark' })).toThrow(/appearance\.colorScheme must be/)
    expect(() => checkAppearance({ [text]: 1 } as Appearance)).toThrow(/is not a known option/)
    expect(() => appearanceCss({ accentColor: text }, SCOPE)).toThrow(TypeError)
    const css = appearanceCss(
      { accentColor: '#07c', radius: text as unknown as number, merchantName: text, logo: text },
      SCOPE,
    )
    expect(css).toMatch(CLOSED_CSS)
  })

  it.each([
    ['', 'empty'],
    ['   ', 'blank'],
    ['a'.repeat(61), 'long'],
    ['Chai\nChapters', 'a line end'],
    ['Chai\u202egnp.exe', 'a direction override'],
    ['Chai\u0007', 'a control character'],
    ['Chai\ud800', 'half a surrogate'],
    [7 as unknown as string, 'a number'],
  ])('refuses the name %j: %s', (merchantName) => {
    expect(() => checkAppearance({ merchantName })).toThrow(/appearance\.merchantName must be/)
  })

  it.each([-1, 25, 1.5, Number.NaN, Infinity, '6', null, [6], { valueOf: () => 6 }])(
    'refuses the radius %j',
    (radius) => {
      expect(() => checkAppearance({ radius: radius as number })).toThrow(/appearance\.radius must be/)
    },
  )

  it.each([null, [], 'dark', 7])('refuses %j as a whole', (appearance) => {
    expect(() => checkAppearance(appearance as unknown as Appearance)).toThrow(/appearance must be an object/)
  })

  it.each([['#0', '77cc'], { length: 7 }, 0x1f4f8f])('refuses the accent %j', (accentColor) => {
    expect(() => checkAppearance({ accentColor: accentColor as string })).toThrow(/appearance\.accentColor must be/)
  })
})

/** A one-pixel picture. */
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const CLOSED_CSS =
  /^(?:@media \(prefers-color-scheme:dark\)\{)?(?:(?:@media \(prefers-color-scheme:dark\)\{)?:root[^{}<>;]*\{(?:--galla-[a-z-]+:(?:#[0-9a-f]{6}|\d+px|NaNpx);)*\}+)+$/

describe('the logo', () => {
  const pngOf = (width: number, height: number, more = 0) => {
    const bytes = Buffer.alloc(33 + more)
    bytes.write('\x89PNG\r\n\x1a\n', 0, 'latin1')
    bytes.write('IHDR', 12, 'latin1')
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    return `data:image/png;base64,${bytes.toString('base64')}`
  }
  const jpeg = Buffer.from('ffd8ffe000040000ffc0001108002000400301', 'hex')
  const webp = Buffer.concat([
    Buffer.from('RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0', 'latin1'),
    Buffer.from('3f00001f0000ff', 'hex'),
  ])
  const dataUrl = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString('base64')}`

  it.each([
    [PNG, 1, 1],
    [pngOf(640, 480), 640, 480],
    [dataUrl('jpeg', jpeg), 64, 32],
    [dataUrl('webp', Buffer.concat([webp, Buffer.alloc(4)])), 64, 32],
  ])('%s is read with its size', (url, width, height) => expect(readLogo(url)).toMatchObject({ width, height }))

  it('has the bytes that were encoded, whatever their number', () => {
    for (const length of [40, 41, 42, 43]) {
      const bytes = Buffer.from(pngOf(3, 4, length).slice(22), 'base64')
      for (let at = 33; at < bytes.length; at++) bytes[at] = at * 37
      expect(Buffer.from(readLogo(dataUrl('png', bytes)).bytes).equals(bytes), `${length}`).toBe(true)
    }
  })

  it.each([
    ['a picture that unpacks to gigabytes', pngOf(60_000, 60_000), /sides of 1 to 1024 pixels/],
    ['a picture without a side', pngOf(0, 10), /sides of 1 to 1024/],
    ['a large file', pngOf(10, 10, MAX_LOGO_BYTES), /at most 32768 bytes/],
    ['megabytes', `data:image/png;base64,${'A'.repeat(100_000)}`, /at most 32768 bytes/],
    ['SVG', 'data:image/svg+xml;base64,PHN2Zy8+', /SVG is refused/],
    ['SVG in text', 'data:image/svg+xml,<svg onload=alert(1)>', /SVG is refused/],
    ['SVG that says PNG', dataUrl('png', Buffer.from(`<svg onload="alert(1)">${' '.repeat(40)}`)), /no such picture/],
    ['HTML', 'data:text/html;base64,PGgxPg==', /must be a data: URL/],
    ['JPEG that says PNG', dataUrl('png', Buffer.concat([jpeg, Buffer.alloc(20)])), /no such picture/],
    ['a JPEG without a frame', dataUrl('jpeg', Buffer.from('ffd8ffe00000ffe00000ffe00000', 'hex')), /no such picture/],
    ['a quotation mark', `${PNG}" onerror="alert(1)`, /must be a data: URL/],
    ['a second URL', `${PNG}, url(//evil.example)`, /must be a data: URL/],
    ['a parameter', PNG.replace(';base64', ';charset=x;base64'), /must be a data: URL/],
    ['half of a group', 'data:image/png;base64,iVBOR', /must be a data: URL/],
  ])('refuses %s', (_, url, message) => expect(() => checkAppearance({ logo: url })).toThrow(message))

  it('may be a path of the own origin where there is one, and never a foreign address', () => {
    for (const logo of ['/logo.png', '/assets/logo-Bq3.webp?v=1'])
      expect(() => checkAppearance({ logo }, { paths: true })).not.toThrow()
    expect(() => checkAppearance({ logo: '/logo.png' })).toThrow(/must be a data: URL/)
    for (const logo of [
      '//evil.example/x.png',
      '/\\evil.example/x.png',
      'https://evil.example/x.png',
      'javascript:alert(1)',
      '/x.png" onerror="alert(1)',
      '/\t/evil.example',
      'blob:https://shop.example/1',
    ])
      expect(() => checkAppearance({ logo }, { paths: true }), logo).toThrow(/appearance\.logo must be/)
  })
})

/** The colours of one scheme in the style sheet that the policy corrects for. */
function tokensOf(scheme: 'light' | 'dark'): { [name: string]: string } {
  const css = readFileSync(new URL('../../../react/src/styles/tokens.css', import.meta.url), 'utf8')
  const [light = '', ...others] = css.split('@media screen and (prefers-color-scheme: dark)')
  const block = scheme === 'light' ? light : others.join()
  return Object.fromEntries(
    [...block.matchAll(/--galla-([a-z-]+): (#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value]),
  )
}
