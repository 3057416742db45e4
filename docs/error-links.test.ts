import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DOCS_URL, ERRORS_URL } from '@galla/contract/docs-url'
import { GatewayError, type GatewayErrorCode } from '@galla/gateway'
import { beforeAll, describe, expect, it } from 'vitest'
import { CHECKLIST } from '../packages/cli/src/gateway/checklist/checklist.ts'
import { errorsPage } from '../scripts/docs/pages.mjs'

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

  it('is linked from documents and comments by addresses that exist', () => {
    const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'docs', 'packages', 'README.md'], {
      cwd: root,
      encoding: 'utf8',
    })
      .split('\n')
      .filter((file) => /\.(?:md|ts|tsx|mjs)$/.test(file) && existsSync(join(root, file)))
    const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'))
    const anchors = [...page.matchAll(/\{#([\w-]+)\}$/gm)].map(([, id = '']) => id)
    const links = files.flatMap((file) =>
      [...read(file).matchAll(/https:\/\/galla-payments\.github\.io[\w/#.-]*/g)].map(([link]) => `${file} ${link}`),
    )
    expect(links.length).toBeGreaterThan(CHECKLIST.length)
    const isKnown = (link: string) =>
      link === DOCS_URL || link === ERRORS_URL || [...headings, ...anchors].some((id) => link === `${ERRORS_URL}#${id}`)
    expect(links.filter((one) => !isKnown(one.split(' ')[1] ?? ''))).toEqual([])
  })

  it('is linked from every error of the gateway', () => {
    for (const code of gatewayCodes) {
      const { docsUrl } = new GatewayError(code, 'It failed')
      expect(docsUrl.startsWith(`${ERRORS_URL}#`)).toBe(true)
      expect(page).toContain(`{${docsUrl.slice(ERRORS_URL.length)}}`)
    }
    expect(JSON.stringify(new GatewayError('NOT_FOUND', 'x'))).not.toContain('docsUrl')
  })
})
