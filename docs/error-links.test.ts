import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERRORS_URL } from '@galla/contract/docs-url'
import { GatewayError, type GatewayErrorCode } from '@galla/gateway'
import { beforeAll, describe, expect, it } from 'vitest'
import { CHECKLIST } from '../packages/cli/src/gateway/checklist/checklist.ts'
import { errorsPage, shippedErrors } from '../scripts/docs/errors-page.mjs'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The strings of a union of the sources, documented or not. */
function unionOf(path: string, name: string): string[] {
  const [, rest = ''] = read(path).split(`type ${name} =`)
  const members = [...(rest.split(/\n\n/)[0] ?? '').matchAll(/'([\w-]+)'/g)].map(([, code = '']) => code)
  expect(members.length, name).toBeGreaterThan(3)
  return members
}

const anchor = (group: string) => (code: string) => `${group}-${code.toLowerCase().replaceAll('_', '-')}`
const GALLA_ERROR = 'packages/sdk/src/errors/galla-error.ts'
const gatewayCodes = unionOf('packages/gateway/src/errors.ts', 'GatewayErrorCode') as GatewayErrorCode[]
const httpCodes = unionOf('packages/gateway/src/http/error-codes.ts', 'HttpErrorCode')
const kinds = [
  ...unionOf('packages/contract/src/provider/responses.ts', 'HttpErrorKind'),
  ...unionOf(GALLA_ERROR, 'FailureKind'),
  ...[...read(GALLA_ERROR).matchAll(/readonly kind: '([\w-]+)'/g)].map(([, kind = '']) => kind),
]

describe('the page of errors', () => {
  let page = ''
  beforeAll(async () => {
    page = await errorsPage()
  })

  it('has a section for every code, and none for anything else', () => {
    const anchors = [...page.matchAll(/^### \S+ \{#([\w-]+)\}\n\n(.+)/gm)].map(([, id = '', text = '']) => {
      expect(text.length, id).toBeGreaterThan(2)
      return id
    })
    const expected = [
      ...kinds.map(anchor('sdk')),
      ...unionOf(GALLA_ERROR, 'CallbackRefusal').map(anchor('callback')),
      ...[...gatewayCodes, ...httpCodes].map(anchor('gateway')),
      ...CHECKLIST.flatMap(({ items }) => items.map(({ code }) => anchor('check')(code))),
    ]
    expect([...anchors].sort()).toEqual([...new Set(expected)].sort())
    expect(new Set(anchors).size).toBe(anchors.length)
  })

  it('has one for every code that is in the sources of the gateway', () => {
    const folder = 'packages/gateway/src'
    const sources = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.ts$/.test(name) && !/\.test\.ts$/.test(name))
      .map((name) => read(join(folder, name)))
    const used = sources.flatMap((text) =>
      [...text.matchAll(/\bcode: '([A-Z_]{3,})'|(?:Http|Gateway)Error\(\s*(?:\d+,\s*)?'([A-Z_]+)'/g)].map(
        ([, literal, thrown]) => literal ?? thrown ?? '',
      ),
    )
    expect(used.length).toBeGreaterThan(60)
    const known = new Set<string>([...gatewayCodes, ...httpCodes, 'GALLA_BODY_ALREADY_READ'])
    expect(used.filter((code) => !known.has(code))).toEqual([])
  })

  it('is linked from every error of the gateway, by an address that logs and stored errors do not repeat', () => {
    for (const code of gatewayCodes) {
      const id = anchor('gateway')(code)
      expect(new GatewayError(code, 'It failed').docsUrl).toBe(`${ERRORS_URL['@galla/gateway']}#${id}`)
      expect(page).toContain(`{#${id}}`)
    }
    expect(JSON.stringify(new GatewayError('NOT_FOUND', 'x'))).not.toContain('docsUrl')
  })
})

describe('the page of errors in a package', () => {
  const idsOf = (markdown: string) => [...markdown.matchAll(/^### \S+ <a id="([\w-]+)"><\/a>$/gm)].map(([, id]) => id)
  const shipped = {
    sdk: [...kinds.map(anchor('sdk')), ...unionOf(GALLA_ERROR, 'CallbackRefusal').map(anchor('callback'))],
    gateway: [...gatewayCodes, ...httpCodes].map(anchor('gateway')),
    cli: CHECKLIST.flatMap(({ items }) => items.map(({ code }) => anchor('check')(code))),
  }

  it.each(Object.entries(shipped))('of %s has the sections that its links name', async (folder, ids) => {
    expect([...new Set(idsOf(await shippedErrors(folder)))].sort()).toEqual([...new Set(ids)].sort())
    expect(JSON.parse(read(`packages/${folder}/package.json`)).files).toContain('docs')
  })

  it.each(Object.keys(shipped))('of %s links to nothing that the package does not hold', async (folder) => {
    expect(await shippedErrors(folder, null)).not.toMatch(/\]\(|\{#/)
  })

  it('links to the guides of the documentation site once its address is set', async () => {
    const page = await shippedErrors('cli', 'https://docs.example/galla')
    expect(page).toContain('](https://docs.example/galla/deploy#tls-to-the-database)')
    expect(page).not.toContain('](../')
  })
})
