import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { hindiMessages } from './hi/index.ts'

const SOURCES = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(`${SOURCES}/${path}`, 'utf8')
const files = (pattern: RegExp) =>
  (readdirSync(SOURCES, { recursive: true }) as string[]).filter(
    (path) => pattern.test(path) && !path.includes('.test.'),
  )

const topics = files(/\.tsx?$/).flatMap((path) =>
  [...read(path).matchAll(/\bmessages\('([^']+)'/g)].map(([, topic = '']) => topic),
)

it('each topic of messages is there in Hindi, and no other topic', () => {
  expect(Object.keys(hindiMessages).sort()).toEqual([...new Set(topics)].sort())
})

/** Every text of a value of messages, with its path; functions are texts of their source. */
function* texts(value: unknown, path: string): Generator<readonly [path: string, text: string]> {
  if (typeof value === 'string' || typeof value === 'function') yield [path, String(value)]
  else for (const [name, inner] of Object.entries(value as object)) yield* texts(inner, `${path}.${name}`)
}

it('each Hindi message has Devanagari, or is a term that India writes in Latin letters', () => {
  const LATIN =
    /^(?:API|CSV|UTR|UPI|VPA|OTP|IST|PhonePe|Galla|RuPay|Webhook|PDF|JSON|HTML|HTTP|ID|QR|key|URL|₹|[\d\W])*$/i
  const latin = [...texts(hindiMessages, 'hindi')].filter(
    ([, text]) => !/[\u0900-\u097f]/.test(text) && !LATIN.test(text),
  )
  expect(latin).toEqual([])
})

/** The page waits for the Hindi messages before its own modules run: an import of one of these would wait for ever. */
it('the files of Hindi messages import only types from elsewhere', () => {
  const imports = files(/^i18n\/hi\/.*\.ts$/).flatMap((path) =>
    [...read(path).matchAll(/^import (?!type )[^;]*?from '([^']+)'/gms)].map(([, from = '']) => from),
  )
  expect(imports.filter((from) => !from.startsWith('./'))).toEqual([])
})

it('the files of English messages import only the grammar of numbers', () => {
  const imports = files(/(?:^|\/)english[\w-]*\.ts$/).flatMap((path) =>
    [...read(path).matchAll(/^import (?!type )[^;]*?from '([^']+)'/gms)].map(([, from = '']) => from),
  )
  expect(imports.filter((from) => !from.endsWith('/plural.ts'))).toEqual([])
})
