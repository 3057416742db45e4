import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mask, secretsIn } from './mask.ts'

const SECRET = 'se/cret+1 =ü☕'

/** Masks as `mask` does; ends with an error where that would go on for many seconds, which no test could otherwise end. */
const maskOrEnd = (text: string, secrets: readonly string[]): string =>
  runInNewContext('mask(text, secrets)', { mask, text, secrets }, { timeout: 10_000 })

const escapedInJson = (text: string): string =>
  text.replace(/[^A-Za-z0-9]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

describe('mask', () => {
  it.each([
    ['as it is', SECRET],
    ['in upper case', SECRET.toUpperCase()],
    ['URL-encoded', encodeURIComponent(SECRET)],
    ['URL-encoded in lower case', encodeURIComponent(SECRET).toLowerCase()],
    ['form-encoded', new URLSearchParams([['', SECRET]]).toString().slice(1)],
    ['in JSON with escaped slashes', SECRET.replaceAll('/', '\\/')],
  ])('masks a secret %s', (_how, encoded) => {
    expect(mask(`before ${encoded} after ${encoded}`, [SECRET])).toBe('before [masked] after [masked]')
  })

  it.each([
    ['in JSON with escaped characters', SECRET.replace(/[^A-Za-z0-9]/g, escapedInJson)],
    ['with HTML entities', SECRET.replace(/[^A-Za-z0-9]/g, (sign) => `&#${sign.charCodeAt(0)};`)],
    [
      'with hexadecimal HTML entities',
      SECRET.replace(/[^A-Za-z0-9]/g, (sign) => `&#X${sign.charCodeAt(0).toString(16)};`),
    ],
    ['URL-encoded twice', encodeURIComponent(encodeURIComponent(SECRET))],
    ['in JSON in JSON', JSON.stringify(JSON.stringify(SECRET.replaceAll('/', '\\/'))).slice(3, -3)],
    ['in hexadecimal digits', Buffer.from(SECRET).toString('hex')],
    [
      'in hexadecimal digits with colons',
      Buffer.from(SECRET)
        .toString('hex')
        .replace(/(..)(?=.)/g, '$1:'),
    ],
    [
      'in hexadecimal digits in groups',
      Buffer.from(SECRET)
        .toString('hex')
        .replace(/(..)(....)/g, '$1 $2, '),
    ],
    ['as bytes of a C string', Buffer.from(SECRET).toString('hex').replace(/../g, '\\x$&')],
  ])('masks the whole text that holds a secret %s', (_how, encoded) => {
    expect(mask(`before ${encoded} after`, [SECRET])).toBe('[masked]')
    expect(mask(`${SECRET} ${encoded} after`, [SECRET])).toBe('[masked]')
  })

  it.each([
    ['HTML entities', 'the status is &#112;&#101;nding'],
    ['an HTML entity without a semicolon', 'salt &amp pepper'],
    ['a URL in a URL', 'https%253A%252F%252Fshop.example'],
    ['JSON in JSON in JSON', JSON.stringify(JSON.stringify({ a: '"' })).slice(1, -1)],
    ['bytes of a C string', 'the key \\x61\\x62'],
    ['escapes of old scripts', 'the word %u0061%u0062'],
    ['bytes that are no characters', 'the word %ff%fe'],
  ])('masks a text with %s whole, also where nothing is known to be in it', (_how, text) => {
    expect(mask(text, [SECRET])).toBe('[masked]')
  })

  it.each([
    'a URL such as https://shop.example/thanks?x=a%20b&y=2 must be https',
    'the redirectUrl https%3A%2F%2Fshop.example%2Fthanks is not known',
    'the body {\\"a\\":\\"b\\u0026c\\"} has no \\"amount\\"',
    'order OMO2403071446458436434329 of 6f1c2a9e-0d1b-4b7e-9d55-1f2e3d4c5b6a at 100% & more',
  ])('keeps a text that one removal of the encodings of URLs and JSON makes readable: %s', (text) => {
    expect(mask(text, [SECRET])).toBe(text)
    expect(mask(`${text} ${SECRET}`, [SECRET])).toBe(`${text} [masked]`)
  })

  it.each([
    ['JSON', (part: string) => escapedInJson(part)],
    ['a URL', (part: string) => part.replace(/./gs, (sign) => `%${sign.charCodeAt(0).toString(16)}`)],
  ])('masks the whole text in which a secret is escaped in %s more than it has to be', (_how, encode) => {
    expect(mask(`before se${encode('/cret-')}key after`, ['se/cret-key'])).toBe('[masked]')
  })

  it.each(['base64', 'base64url'] as const)('masks a secret in %s of a longer text', (encoding) => {
    for (const before of ['', 'a', 'ab', 'abc']) {
      const echo = Buffer.from(`${before}${SECRET}:after`).toString(encoding)
      const masked = mask(`value ${echo}`, [SECRET])
      expect(masked).toBe('[masked]')
    }
  })

  it.each([
    ['Base64', (text: string) => Buffer.from(text).toString('base64')],
    ['Base64 in lines', (text: string) => Buffer.from(text).toString('base64').replace(/.{7}/g, '$&\r\n')],
    ['hexadecimal digits', (text: string) => Buffer.from(text).toString('hex')],
    ['HTML without semicolons', (text: string) => text.replace(/\W/g, (sign) => `&#${sign.charCodeAt(0)}`)],
    [
      'escapes of old scripts',
      (text: string) => text.replace(/\W/g, (sign) => `%u00${sign.charCodeAt(0).toString(16)}`),
    ],
  ])('masks a secret in %s that is cut off at either end', (_, encode) => {
    const secret = 'pk-9f8e7d6c5b4a39281706'
    for (const at of [0, 1, 2]) {
      const echo = encode(`${'id='.slice(at)}${secret}; more of the request`)
      expect(mask(`cut: ${echo.slice(0, 48)}`, [secret])).toBe('[masked]')
      expect(mask(`cut: ${encode(`${secret.slice(-12)}; more${' of it'.repeat(at)}`)}`, [secret])).toBe('[masked]')
    }
  })

  it.each(['base64', 'hex'] as const)('masks a secret of a form, or of JSON, that is repeated in %s', (encoding) => {
    for (const secret of ['a/b+c=d/e+f=/g+h==', 'ravi@ybl', 'Ravi O"Neil', 'José Núñez']) {
      const form = new URLSearchParams([
        ['client_secret', secret],
        ['grant_type', 'client_credentials'],
      ]).toString()
      for (const body of [
        form,
        form.replaceAll('+', '%20'),
        JSON.stringify({ secret }),
        JSON.stringify({ secret }).replaceAll('/', '\\/'),
      ])
        expect(mask(`Cannot parse: ${Buffer.from(body).toString(encoding)}`, [secret]), body).toBe('[masked]')
    }
  })

  it('masks what is left of a secret where the echo was cut off', () => {
    const long = 'pk-9f8e7d6c5b4a39281706'
    expect(mask(`{"client_secret":"${long.slice(0, 15)}`, [long])).toBe('{"client_secret":"[masked]')
    expect(mask(`…${long.slice(-11)}"}`, [long])).toBe('[masked]')
    expect(mask(`${long.slice(0, 9)}... and more`, [long])).not.toContain(long.slice(0, 6))
  })

  it('masks the longest secret first', () => {
    expect(mask('O-Bearer abcd-efgh', ['abcd-efgh', 'O-Bearer abcd-efgh', 'abcd'])).toBe('[masked]')
  })

  it('masks lists, objects, keys and numbers in a copy', () => {
    const value = { list: ['9137046825', 9137046825, 12], 'key 9137046825': { deep: null, flag: true } }
    const before = structuredClone(value)
    expect(mask(value, ['9137046825'])).toEqual({
      list: ['[masked]', '[masked]', 12],
      'key [masked]': { deep: null, flag: true },
    })
    expect(value).toEqual(before)
  })

  it('keeps the code of an error, whatever a payer has entered', () => {
    const body = {
      code: 'INVALID_TRANSACTION_ID',
      message: 'The message of INVALID_TRANSACTION_ID',
      data: { code: '9137046825' },
    }
    const entered = ['code', 'message', 'data', 'INVALID_TRANSACTION_ID', '9137046825']
    const kept = { code: 'INVALID_TRANSACTION_ID', message: 'The [masked] of [masked]', data: { code: '[masked]' } }
    expect(mask(body, entered)).toEqual(kept)
  })

  it('does not mask a number that merely contains the digits', () => {
    expect(mask(91370468251, ['9137046825'])).toBe(91370468251)
  })

  it('ignores secrets shorter than 4 characters, and changes nothing without secrets', () => {
    expect(mask('the cat sat', ['cat', ''])).toBe('the cat sat')
    expect(mask('the cat sat', [])).toBe('the cat sat')
    expect(mask(undefined, ['long enough'])).toBeUndefined()
  })

  it('looks through a bounded number of texts', () => {
    const many = Array.from({ length: 10_000 }, () => 'word')
    const masked = mask(['', ...many, ''], [SECRET])
    expect([masked[0], masked[1], masked.at(-2), masked.at(-1)]).toEqual(['', 'word', '[masked]', ''])
  })

  it('masks what comes after many characters unseen', () => {
    const text = 'x'.repeat(60_000)
    expect(mask({ code: 'BAD_REQUEST', data: [text, text], message: 'the reason' }, [SECRET])).toEqual({
      code: 'BAD_REQUEST',
      data: [text, '[masked]'],
      message: '[masked]',
    })
  })

  it('masks everything below the maximum depth', () => {
    let deep: unknown = SECRET
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep]
    const text = JSON.stringify(mask(deep, [SECRET]))
    expect(text).toContain('[masked]')
    expect(text).not.toContain(SECRET)
  })

  it('masks a name in Greek capitals', () => {
    expect(mask('Νίκος Παπαδόπουλος'.toUpperCase(), ['Νίκος Παπαδόπουλος'])).toBe('[masked]')
    // Capitals of ß are two, so that a run with it is read letter by letter.
    expect(mask(`${'Νίκος Παπαδόπουλος'.toUpperCase()}ß`, ['Νίκος Παπαδόπουλος'])).toBe('[masked]ß')
    expect(mask('ß𐐀𐐁𐐂𐐃ß', ['𐐨𐐩𐐪𐐫'])).toBe('ß[masked]ß')
  })

  it.each([
    '%c3',
    '%e0%a4',
    '%f0%9f',
    '%ff',
    '%80',
    '\\',
    '\\\\u',
    '%',
    '%25',
    '&',
    '&amp;',
    'amp;',
    '#0',
    's',
    'se',
    'secret-',
    '-',
    ' ',
    '=',
    'Σ',
    'ß',
    '%2525252525252525',
  ])('reads a long text of %j once: a response cannot keep the process busy', (part) => {
    const text = part.repeat(65_000 / part.length)
    const secrets = ['-secret-\\-secret-', SECRET, `${'secret-'.repeat(9)}=`]
    expect(maskOrEnd(`${text} ${secrets[0]}`, secrets)).not.toContain(secrets[0])
  })

  it('reads a text that is full of hits of long secrets with little memory', () => {
    const token = 'b'.padEnd(12_000, 'a')
    const text = `%25\\u005c&amp;${token.slice(0, 8)} `.repeat(2_000)
    expect(maskOrEnd(text, [token])).not.toContain('baaaaaaa')
    expect(maskOrEnd('6161'.repeat(16_000), [token, token.slice(1)])).toBe('[masked]')
    expect(maskOrEnd('aaab'.repeat(16_250), [token])).toHaveLength(65_000)
  })

  const BACKSLASHES = '\\'.repeat(255)
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
  const ECHOES: readonly (readonly [how: string, (secret: string) => string])[] = [
    ['as it is', (secret) => secret],
    ['in JSON', inJson],
    ['in JSON in JSON', (secret) => inJson(inJson(secret))],
    ['in a URL', encodeURIComponent],
    ['in JSON with escaped characters', escapedInJson],
    ['in HTML', (secret) => secret.replace(/[^A-Za-z0-9]/gu, (char) => `&#${char.codePointAt(0)};`)],
  ]

  it.each([
    BACKSLASHES,
    `${BACKSLASHES.slice(1)}Z`,
    `Z${BACKSLASHES.slice(1)}`,
    `${BACKSLASHES.slice(1)}"`,
    '\\a'.repeat(85),
    '\\"'.repeat(127),
    '\\\\&'.repeat(80),
    '\\u005c'.repeat(42),
    '\\\\u005c'.repeat(36),
    '\\u0026'.repeat(42),
    '"'.repeat(255),
    '%'.repeat(255),
    '%25'.repeat(85),
    '%5c\\'.repeat(60),
    '&'.repeat(255),
    '&amp;'.repeat(51),
    '&amp;#38;'.repeat(28),
    '&#59;'.repeat(51),
    ';'.repeat(255),
    '+ '.repeat(127),
    'a'.repeat(255),
    '😀'.repeat(127),
  ])('masks the secret %j in any echo, also one cut off, without trying its parts in every order', (secret) => {
    for (const [how, encode] of ECHOES) {
      const echo = encode(secret)
      const masked = maskOrEnd(`name ${echo} is bad`, [secret])
      // One escape before the first character, and one after the last, may be left.
      expect(masked.replaceAll('[masked]', '').length, `${how}: ${masked}`).toBeLessThan('name  is bad'.length + 13)
      for (const length of [39, 120]) {
        const cut = maskOrEnd(`bad: ${echo.slice(0, length)}`, [secret])
        if (length >= 120) expect(cut, `${how}, cut after ${length}`).toContain('[masked]')
        maskOrEnd(`bad: ${echo.slice(0, length)}!`.repeat(20), [secret])
        maskOrEnd(echo.slice(-length), [`${secret.slice(0, -1)}!`])
      }
    }
  })

  it.each([
    ['JSON, then a URL', (secret: string) => encodeURIComponent(inJson(secret))],
    [
      'HTML, then a URL',
      (secret: string) => encodeURIComponent(secret.replace(/\W/g, (char) => `&#${char.charCodeAt(0)};`)),
    ],
    [
      'a form, then a URL',
      (secret: string) => encodeURIComponent(new URLSearchParams([['', secret]]).toString().slice(1)),
    ],
    ['a URL, then JSON, then HTML', (secret: string) => inJson(encodeURIComponent(secret)).replaceAll('%', '&#37;')],
  ])('masks a secret in %s, with the whole text where it has to', (_, encode) => {
    for (const secret of [SECRET, 'a "b"\n<c>', 'x=\\y&z/1'])
      expect(maskOrEnd(`before ${encode(secret)} after`, [secret])).toMatch(/^(?:before )?\[masked\](?: after)?$/)
  })

  it.each(['😀'.repeat(1_000), '€'.repeat(2_000), 'QUJD'.repeat(1_500), '+ /<'.repeat(5_000), '\\'.repeat(20_000)])(
    'masks a very long secret as it masks others: %#',
    (secret) => {
      const secrets = [secret, 'a secret of the client', '😀'.repeat(127), secret.slice(2)]
      expect(maskOrEnd(`a secret of the client: ${secret}!`, secrets)).toBe('[masked]: [masked]!')
      expect(maskOrEnd(encodeURIComponent(secret), secrets)).toBe('[masked]')
      expect(maskOrEnd('<'.repeat(65_000), ['/<<<<<<<<<<<<<a', secret])).toHaveLength(65_000)
    },
  )

  it('reads a long text of backslashes once, also for a secret that has many of them', () => {
    const text = '\\'.repeat(65_000)
    const secrets = [`${BACKSLASHES.slice(1)}Z`, `abcd${BACKSLASHES.slice(0, 30)}Zabcdefgh`]
    expect(maskOrEnd(`${text}!`, secrets)).toMatch(/^(?:\[masked\])+!$/)
  })

  it('finds the parts of any secret in any text in a bounded number of steps', () => {
    const part = fc.constantFrom(
      ...['\\', '\\u005c', '\\u0026', 'u005c', '%', '25', '5c', '%5c', '%26', '&', 'amp;', '#38;', '#59;', ';'],
      ...[' ', '+', '"', '/', 'a', '0'],
    )
    const parts = (most: number) =>
      fc
        .tuple(fc.array(part, { minLength: 2, maxLength: 8 }), fc.integer({ min: 1, max: most }))
        .map(([list, times]) => list.join('').repeat(times).slice(0, 255))
    const mixed = fc.tuple(parts(40), fc.array(fc.nat(ECHOES.length - 1), { minLength: 1, maxLength: 5 }), parts(40))
    fc.assert(
      fc.property(mixed, fc.nat(300), ([secret, ways, other], cut) => {
        const echo = Array.from(secret, (char, at) => ECHOES[ways[at % ways.length] ?? 0]?.[1](char)).join('')
        for (const text of [echo, `${echo.slice(0, cut)}!`, `${echo.slice(cut)}!`, other]) maskOrEnd(text, [secret])
        if (secret.length >= 4) expect(maskOrEnd(secret, [secret])).toContain('[masked]')
      }),
      { numRuns: 60 },
    )
  })

  it('masks any secret in any text, including unpaired surrogates and regular-expression characters', () => {
    const word = fc.string({ unit: 'binary', minLength: 4, maxLength: 20 })
    fc.assert(
      fc.property(word, fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (secret, before, after) => {
        expect(mask(`${before}${secret}${after}`, [secret])).toContain('[masked]')
        expect(mask(JSON.parse(JSON.stringify({ secret })), [secret]).secret).toBe('[masked]')
      }),
    )
  })
})

describe('secretsIn', () => {
  it('finds payer data at any depth', () => {
    const body = {
      merchantOrderId: 'order-1',
      constraints: [{ type: 'ACCOUNT', accountNumber: 'a', ifsc: 'HDFC' }],
      paymentFlow: {
        paymentMode: {
          details: { vpa: 'b', phoneNumber: 'c' },
          cardDetails: { encryptedCardNumber: 'd', encryptedCvv: 'e', cardHolderName: 'f', expiry: { month: '06' } },
          tokenDetails: { encryptedToken: 'g', cryptogram: 'h', panSuffix: 'i' },
        },
      },
      upiNumber: 7,
      phoneNumber: undefined,
    }
    expect(secretsIn(body).sort()).toEqual(['7', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'])
  })

  it('finds a number as it may be repeated: digits only, a phone number without the country', () => {
    expect(secretsIn({ phoneNumber: '+91 91370-46825' })).toEqual(['+91 91370-46825', '919137046825', '9137046825'])
    expect(secretsIn({ message: 'card 4111 1111 1111 1111' })).toEqual(['4111 1111 1111 1111', '4111111111111111'])
    expect(secretsIn({ phoneNumber: '9137046825' })).toEqual(['9137046825'])
  })

  it.each([undefined, null, 'text', 7])('returns nothing for %j', (body) => {
    expect(secretsIn(body)).toEqual([])
  })
})
