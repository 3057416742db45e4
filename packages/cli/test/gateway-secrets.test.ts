import { type CallbackCredential, createCallbacks } from '@galla/sdk'
import { sign } from '@galla/sdk/testing'
import { describe, expect, it } from 'vitest'
import { sampleCallbacks } from '../src/gateway/checklist/sample-callbacks.ts'
import { readGatewayEnvironment } from '../src/gateway/environment.ts'
import { GATEWAY_VARIABLES } from '../src/gateway/variables/gateway-variables.ts'
import { COMPLETE, CONSOLE, WEBHOOK_SECRET } from './gateway-variables.ts'

const DATA_KEY = `2026a:${Buffer.alloc(32, 1).toString('base64')}`

/** Every variable that can come from a file, with a value. */
const SECRETS: { readonly [name: string]: string } = {
  GALLA_CLIENT_SECRET: 'f00dfeed cups',
  GALLA_OUTGOING_PROXY: 'http://tea:cups@proxy.internal:3128',
  GALLA_DATABASE: 'postgres://galla:cups@localhost/galla',
  GALLA_DATA_KEYS: DATA_KEY,
  GALLA_DATA_KEYS_LOST: '2025',
  GALLA_CALLBACK_PASSWORD: 'Tea4shop,Chai9pot',
  GALLA_CALLBACK_PASSWORD_2: 'Chai9pot Tea4shop',
  GALLA_CALLBACK_SECRET_KEY: 'key, with a comma',
  GALLA_CALLBACK_SECRET_KEY_2: 'key; with others',
  GALLA_CONSOLE_PASSWORD: 'two, cups of tea',
  GALLA_OIDC_CLIENT_SECRET: 'cups, of tea',
  GALLA_MERCHANT_KEY: 'k'.repeat(40),
  GALLA_MERCHANT_KEY_2: 'm'.repeat(40),
  GALLA_NOTIFY_SECRET: WEBHOOK_SECRET,
  GALLA_NOTIFY_SECRET_2: `whsec_${Buffer.alloc(32, 8).toString('base64')}`,
}
/** Texts that are sent or compared as they are, and are no secret. */
const TEXTS: { readonly [name: string]: string } = {
  GALLA_CLIENT_ID: 'TEAL2026',
  GALLA_CALLBACK_USERNAME: 'tea_stall',
  GALLA_CALLBACK_USERNAME_2: 'tea,stall',
  GALLA_CALLBACK_KEY_ID: 'key-1',
  GALLA_CALLBACK_KEY_ID_2: 'key-2',
  GALLA_OIDC_CLIENT_ID: 'console',
}

const ALL = {
  ...{ ...COMPLETE, ...CONSOLE, ...TEXTS, ...SECRETS },
  GALLA_OIDC_ISSUER: 'https://login.shop.example',
  GALLA_NOTIFY_URL: 'https://shop.example/events',
}

const read = (more: { [name: string]: string | undefined }, file = '') =>
  readGatewayEnvironment({ ...ALL, ...more }, () => file)

/** A value as a variable, and as the file of a secret. */
const ways = Object.entries({ ...TEXTS, ...SECRETS }).flatMap(([name, value]) => {
  const set = (text: string) => read({ [name]: text })
  const setFile = (text: string) => read({ [name]: undefined, [`${name}_FILE`]: '/run/secret' }, text)
  return name in SECRETS
    ? [
        { way: name, name, value, set },
        { way: `the file of ${name}`, name, value, set: setFile },
      ]
    : [{ way: name, name, value, set }]
})

it('knows here every variable that can come from a file', () => {
  expect(Object.keys(SECRETS)).toEqual(GATEWAY_VARIABLES.flatMap(({ name, secret }) => (secret ? [name] : [])))
  expect(read({}).problems).toEqual([])
})

describe.each(ways)('the text of $way', ({ name, value, set }) => {
  it.each([
    ['a byte order mark', `\uFEFF${value}`],
    ['one final line break', `${value}\n`],
    ['one final line break of Windows', `${value}\r\n`],
    ['both', `\uFEFF${value}\n`],
  ])('is the same with %s', (_what, text) => {
    expect(set(text)).toEqual(read({}))
  })

  it.each([
    ['a space before it', ` ${value}`, 'begins with white space or an invisible character'],
    ['a tab after it', `${value}\t`, 'ends with white space or an invisible character'],
    ['a space and a line break after it', `${value} \n`, 'ends with white space'],
    ['two line breaks after it', `${value}\n\n`, 'ends with white space'],
    ['a no-break space after it', `${value}\u00A0`, 'ends with white space'],
    ['a zero-width space before it', `\u200B${value}`, 'begins with white space'],
    ['two byte order marks', `\uFEFF\uFEFF${value}`, 'begins with white space'],
    ['quotes around it', `"${value}"`, 'is in quotes'],
    ['single quotes around it', `'${value}'\n`, 'is in quotes'],
    ['typographic quotes around it', `“${value}”`, 'is in quotes'],
    ['bytes that are no UTF-8', `${value}\uFFFD`, 'is not UTF-8 text'],
    ['the bytes of UTF-16', [...value].join('\0'), 'is not UTF-8 text'],
  ])('is refused with %s, with the reason and without the text', (_what, text, reason) => {
    const { problems } = set(text)
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name}(?:_FILE names a file that)? ${reason}`))])
    if (name in SECRETS) expect(problems?.join()).not.toContain(value)
  })
})

describe.each(['GALLA_CALLBACK_PASSWORD', 'GALLA_CALLBACK_SECRET_KEY', 'GALLA_MERCHANT_KEY', 'GALLA_NOTIFY_SECRET'])(
  '%s',
  (name) => {
    it('is one value: two lines are refused, with the variable for the second one', () => {
      const text = `${SECRETS[name]}\n${SECRETS[`${name}_2`]}\n`
      const sentence = 'has more than one line, but is one value: put a second one into'
      expect(read({ [name]: text }).problems).toEqual([`${name} ${sentence} ${name}_2`])
      expect(read({ [name]: undefined, [`${name}_FILE`]: '/run/secret' }, text).problems).toEqual([
        `${name}_FILE names a file that ${sentence} ${name}_2`,
      ])
    })
  },
)

describe('a name that is not known', () => {
  it.each([
    ['GALLA_CLINT_VERSION', 'GALLA_CLIENT_VERSION'],
    ['GALLA_CLIENTSECRET_FILE', 'GALLA_CLIENT_SECRET_FILE'],
    ['GALLA_CALLBACK_PASSWORT', 'GALLA_CALLBACK_PASSWORD'],
    ['GALLA_client_id', 'GALLA_CLIENT_ID'],
    ['galla_port', 'GALLA_PORT'],
  ])('%s is refused with the nearest one, %s', (name, nearest) => {
    expect(read({ [name]: 'x' }).problems).toEqual([`${name} is not a known variable: did you mean ${nearest}?`])
  })

  it.each([
    '\uFEFFGALLA_DATA_KEYS',
    '\uFEFFGALLA_DATA_KEYS_FILE',
    '\uFEFFgalla_port',
    'GALLA_DATA_KEYS ',
    'GALLA_\u200BPORT',
  ])('with a character that no editor shows is refused with the way out: %j', (name) => {
    const shown = name.replace(/[\s\p{Cf}]/gu, '')
    expect(read({ [name]: 'x' }).problems).toEqual([
      `${shown} has white space or an invisible character in its name: type the name again. A byte order mark before the first variable of a .env file disappears when you save the file as UTF-8 without one`,
    ])
  })

  it('with a byte order mark is of no matter when the variable is none of ours', () => {
    expect(read({ '\uFEFFDATABASE_URL': 'x', '\uFEFFGALLA_TEST_FOLDER': 'x' }).problems).toEqual([])
  })

  it('is refused for the file of a variable that is no secret', () => {
    expect(read({ GALLA_CALLBACK_USERNAME_FILE: '/run/name' }).problems).toEqual([
      'GALLA_CALLBACK_USERNAME_FILE is not a known variable: GALLA_CALLBACK_USERNAME is not a secret, so set the variable itself',
    ])
  })
})

it.each(['GALLA_MERCHANT_KEY', 'GALLA_NOTIFY_SECRET'])('%s refuses a list, and names the second variable', (name) => {
  expect(read({ [name]: `${SECRETS[name]},${SECRETS[`${name}_2`]}` }).problems).toEqual([
    expect.stringMatching(new RegExp(`^${name} must be .*; put a second one into ${name}_2$`)),
  ])
})

it.each(['GALLA_CLIENT_SECRET', 'GALLA_CONSOLE_PASSWORD', 'GALLA_OIDC_CLIENT_SECRET', 'GALLA_CALLBACK_PASSWORD_2'])(
  '%s is one line',
  (name) => {
    expect(read({ [name]: `${SECRETS[name]}\nmore` }).problems).toEqual([
      `${name} has more than one line, but is one value`,
    ])
  },
)

it('reads one data key a line', () => {
  const other = `2026b:${Buffer.alloc(32, 2).toString('base64')}`
  expect(read({ GALLA_DATA_KEYS: `${DATA_KEY}\r\n${other}\n` }).config?.dataKeys).toEqual([DATA_KEY, other])
})

describe('callback credentials', () => {
  const PASSWORDS = [
    'Tea4shop,Chai9pot',
    'a',
    'two  cups; of, tea',
    '"tea',
    "cup's",
    'चाय-4-दुकान',
    '$HOME\\n#%20',
    '☕'.repeat(20),
  ]

  it.each(PASSWORDS)(
    'accept what the provider signs with the password %j, and with no part of it',
    async (password) => {
      const { config } = read({ GALLA_CALLBACK_PASSWORD: password })
      const { verify } = createCallbacks(config?.callbackCredentials ?? [])
      const resultOf = async (one: string) =>
        verify({ headers: await sign('{}', { username: 'tea_stall', password: one }), body: '{}' }).then(
          ({ verifiedBy }) => verifiedBy.mode,
          (error: { reason?: string }) => error.reason,
        )
      expect(await resultOf(password)).toBe('classic')
      for (const part of password.split(',').filter((one) => one !== password))
        expect(await resultOf(part)).toBe('wrong-authorization')
    },
  )

  const WITHOUT = Object.fromEntries(
    GATEWAY_VARIABLES.flatMap(({ name }) => (name.startsWith('GALLA_CALLBACK_') ? [[name, undefined]] : [])),
  )
  const PAIR = { GALLA_CALLBACK_USERNAME: 'tea_stall', GALLA_CALLBACK_PASSWORD: 'Tea4shop' }
  const KEY = { GALLA_CALLBACK_SECRET_KEY: 'k'.repeat(32) }

  it.each<[string, { [name: string]: string }, object[]]>([
    [
      'a second password has the same user name',
      { ...PAIR, GALLA_CALLBACK_PASSWORD_2: 'Chai9pot' },
      [
        { username: 'tea_stall', password: 'Tea4shop' },
        { username: 'tea_stall', password: 'Chai9pot' },
      ],
    ],
    [
      'a second password has its own user name',
      { ...PAIR, GALLA_CALLBACK_PASSWORD_2: 'Chai9pot', GALLA_CALLBACK_USERNAME_2: 'new_stall' },
      [
        { username: 'tea_stall', password: 'Tea4shop' },
        { username: 'new_stall', password: 'Chai9pot' },
      ],
    ],
    [
      'keys have ids of their own',
      {
        ...{ ...KEY, GALLA_CALLBACK_KEY_ID: 'k1' },
        ...{ GALLA_CALLBACK_SECRET_KEY_2: 'm'.repeat(32), GALLA_CALLBACK_KEY_ID_2: 'k2' },
      },
      [
        { secretKey: 'k'.repeat(32), keyId: 'k1' },
        { secretKey: 'm'.repeat(32), keyId: 'k2' },
      ],
    ],
    [
      'a key replaces a password',
      { ...PAIR, ...KEY },
      [{ username: 'tea_stall', password: 'Tea4shop' }, { secretKey: 'k'.repeat(32) }],
    ],
  ])('are several while one is replaced: %s', (_how, env, callbackCredentials) => {
    expect(read({ ...WITHOUT, ...env })).toMatchObject({ problems: [], config: { callbackCredentials } })
  })

  it.each([
    ['GALLA_CALLBACK_PASSWORD_2', 'GALLA_CALLBACK_PASSWORD'],
    ['GALLA_CALLBACK_USERNAME_2', 'GALLA_CALLBACK_PASSWORD_2'],
    ['GALLA_CALLBACK_SECRET_KEY_2', 'GALLA_CALLBACK_SECRET_KEY'],
    ['GALLA_CALLBACK_KEY_ID_2', 'GALLA_CALLBACK_SECRET_KEY_2'],
  ])('need the other half: %s', (name, needed) => {
    const own = needed.startsWith('GALLA_CALLBACK_SECRET') ? PAIR : KEY
    expect(read({ ...WITHOUT, ...own, [name]: 'x'.repeat(20) }).problems).toContain(
      `${name} has no effect without ${needed}: set both, or neither`,
    )
  })
})

describe('a sample of --check', () => {
  const values = read({}).values
  const samplesOf = async (accepted: readonly CallbackCredential[]) =>
    (await sampleCallbacks(values, accepted)).map((one) => [one.signedWith, one.accepted])

  it('is signed with each credential as the variables have it, and accepted', async () => {
    expect(await samplesOf(read({}).config?.callbackCredentials ?? [])).toEqual([
      ['user name tea_stall with a password of 17 characters', true],
      ['user name tea,stall with a password of 17 characters', true],
      ['the key key-1 of 17 characters', true],
      ['the key key-2 of 16 characters', true],
    ])
  })

  it('is refused when the gateway would accept parts of a password', async () => {
    const parts = ['Tea4shop', 'Chai9pot'].map((password) => ({ username: 'tea_stall', password }))
    expect((await samplesOf(parts)).map(([, accepted]) => accepted)).toEqual([false, false, false, false])
  })
})

describe('a warning of --check', () => {
  it('is given for no variable above but the first of two with a comma', () => {
    expect(read({}).warnings?.map((one) => one.split(' ')[0])).toEqual([
      'GALLA_CALLBACK_PASSWORD',
      'GALLA_CALLBACK_SECRET_KEY',
    ])
  })

  it('says that a comma of a callback credential is part of the value', () => {
    expect(read({}).warnings).toContain(
      'GALLA_CALLBACK_PASSWORD has a comma, which is part of the value: a second one belongs in GALLA_CALLBACK_PASSWORD_2',
    )
  })

  it.each([
    ['another Unicode form', 'cafe\u0301-4-tea-9', 'is not in the Unicode form NFC'],
    ['an invisible character', 'Tea4\u200Bshop-tea', 'has an invisible character within'],
  ])('says that a secret has %s, which is compared as it is', (_what, text, warning) => {
    for (const name of ['GALLA_CALLBACK_PASSWORD', 'GALLA_CLIENT_SECRET', 'GALLA_CONSOLE_PASSWORD']) {
      const { problems, warnings } = read({ [name]: text })
      expect(problems).toEqual([])
      expect(warnings).toContainEqual(expect.stringMatching(new RegExp(`^${name} ${warning}`)))
      expect(warnings?.join()).not.toContain(text)
    }
  })
})
