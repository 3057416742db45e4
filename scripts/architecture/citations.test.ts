import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../packages/contract/src/provider/endpoints.ts'
import { KIND_OF_STATUS } from '../../packages/contract/src/provider/responses.ts'
import { DEFAULT_QUIRKS } from '../../packages/sandbox/src/quirks.ts'
import { at } from '../lib/paths.mjs'
import { textsOf } from './files.ts'

const DOCUMENTS = {
  autopay: 'docs/autopay-protocol.md',
  protocol: 'docs/protocol.md',
  specification: 'docs/specification.md',
} as const
type Document = keyof typeof DOCUMENTS
const NAMES = Object.keys(DOCUMENTS) as Document[]

/** Characters that begin a line of a comment or of a quotation. */
const CONTINUED = /\s*\n\s*(?:\*|\/\/|#|>)?\s*/g
const NUMBER = String.raw`\d+(?:\.\d+)*`
/** `§3.1`, `§2–§3`, `§7.2–7.3`. */
const RANGE = `§ ?${NUMBER}(?: ?[–-] ?§?${NUMBER})?`
/** `protocol §3.1, §3.2 and §5`. The name of an RFC may stand there, and none inside the three documents. */
const CITATION = new RegExp(
  String.raw`(?:\b(autopay|protocol|spec|RFC \d)[\w-]*(?:\.md)?[^\w§]{0,6})?(${RANGE}(?:[,;/]? ?(?:and|or|to)? ?${RANGE})*)`,
  'gi',
)

/** The sections that a file cites, each once: `protocol 7.3`. */
function citationsIn(file: string, text: string): string[] {
  const own = NAMES.find((name) => DOCUMENTS[name] === file)
  const cited = [...text.replace(CONTINUED, ' ').matchAll(CITATION)].flatMap(([, word = '', sections = '']) => {
    const document = word === '' ? own : NAMES.find((name) => name.startsWith(word.toLowerCase()))
    const numbers = sections.match(new RegExp(NUMBER, 'g')) ?? []
    return document ? numbers.map((number) => `${document} ${number}`) : []
  })
  return [...new Set(cited)]
}

/** Headings of a Markdown text, code blocks apart. */
function headingsOf(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '')
  return [...prose.matchAll(/^#{1,6} (.+)$/gm)].map((match) => match[1] ?? '')
}

function numbersOf(headings: readonly string[]): string[] {
  return headings.flatMap((heading) => /^(\d+(?:\.\d+)*)\.? /.exec(heading)?.[1] ?? [])
}

const read = (path: string) => readFileSync(at(path), 'utf8')
const markdown = {
  autopay: read(DOCUMENTS.autopay),
  protocol: read(DOCUMENTS.protocol),
  specification: read(DOCUMENTS.specification),
}

describe('citations', () => {
  const texts = textsOf(
    /\.(?:tsx?|mts|[cm]?js|md|json|sql|css|html|ya?ml)$/,
    /^package-lock\.json$|\/citations\.test\.ts$/,
  )
  const citations = texts.flatMap(({ path, text }) =>
    citationsIn(path, text).map((section) => ({ path, section, document: section.split(' ')[0] })),
  )

  it('resolve to a section of the protocol, the AutoPay protocol or the specification', () => {
    const known = NAMES.flatMap((name) => numbersOf(headingsOf(markdown[name])).map((number) => `${name} ${number}`))
    const unresolved = citations.filter(({ section }) => !known.includes(section))
    expect(unresolved.map(({ path, section }) => `${path} cites ${section}`)).toEqual([])
  })

  it.each<[Document, number, number]>([
    ['autopay', 40, 15],
    ['protocol', 100, 50],
    ['specification', 20, 5],
  ])(
    'of the document %s are in packages: at least %i, of %i sections, in vectors and tests too',
    (name, count, sections) => {
      const found = citations.filter(({ document, path }) => document === name && path.startsWith('packages/'))
      expect(found.length).toBeGreaterThanOrEqual(count)
      expect(new Set(found.map(({ section }) => section)).size).toBeGreaterThanOrEqual(sections)
      for (const place of [/\/vectors\//, /\.test\.ts$/])
        expect(found.map(({ path }) => path)).toContainEqual(expect.stringMatching(place))
    },
  )

  it.each<[text: string, ...sections: string[]]>([
    ['the refund rules (protocol §5.3)', 'protocol 5.3'],
    ['provider-protocol §7.3: `docs/protocol.md` §2', 'protocol 7.3', 'protocol 2'],
    ['protocol §3.1, §3.2 and §5', 'protocol 3.1', 'protocol 3.2', 'protocol 5'],
    [
      'protocol §2–§3, §12; specification §7.2–7.3',
      'protocol 2',
      'protocol 3',
      'protocol 12',
      'specification 7.2',
      'specification 7.3',
    ],
    ['protocol\n * §7.5 and\n * §7.6', 'protocol 7.5', 'protocol 7.6'],
    ['protocol §10, 3 retries, RFC 9110 §10.2.3, and §8.2 without a document', 'protocol 10'],
  ])('are read in %j', (text, ...sections) => expect(citationsIn('a.ts', text)).toEqual(sections))
})

/** The text of one section, up to the next heading of its own or a higher level. */
function sectionOf(document: Document, number: string): string {
  const [, level = '', body = ''] =
    new RegExp(`^(#+) ${number.replaceAll('.', '\\.')}\\.? .*\n([\\s\\S]*)`, 'm').exec(markdown[document]) ?? []
  return body.split(new RegExp(`^#{1,${level.length}} `, 'm'))[0] ?? ''
}

describe('protocol document', () => {
  const numbers = numbersOf(headingsOf(markdown.protocol))

  it('numbers its chapters 0 to 17 and the sections of each from 1, without a gap', () => {
    const chapters = numbers.filter((number) => !number.includes('.'))
    expect(chapters).toEqual(Array.from({ length: 18 }, (_, index) => String(index)))
    for (const chapter of chapters) {
      const sections = numbers.filter((number) => number.startsWith(`${chapter}.`))
      expect(sections).toEqual(sections.map((_, index) => `${chapter}.${index + 1}`))
    }
  })

  it('lists every quirk of the sandbox in §14.2', () => {
    const listed = [...sectionOf('protocol', '14.2').matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1])
    expect(listed.sort()).toEqual(Object.keys(DEFAULT_QUIRKS).sort())
  })
})

describe('specification document', () => {
  it('numbers its sections 1 to 9', () => {
    const numbers = numbersOf(headingsOf(markdown.specification))
    expect(numbers).toEqual(Array.from({ length: 9 }, (_, index) => String(index + 1)))
  })

  it('lists every endpoint with its host in §7', () => {
    const rows = sectionOf('specification', '7').matchAll(/^\|[^|]+\| `(GET|POST) (\/[^`]+)` \| `(\w+)`/gm)
    const listed = [...rows].map(([, method, path, host]) => ({ method, path, host }))
    const byPath = (a: { path?: string | undefined }, b: typeof a) => String(a.path).localeCompare(String(b.path))
    expect(listed.sort(byPath)).toEqual(Object.values(ENDPOINTS).sort(byPath))
  })

  it('lists every HTTP status with its error kind in §8', () => {
    const rows = sectionOf('specification', '8').matchAll(/^\| (\d+) \| `([\w-]+)` \|/gm)
    expect(Object.fromEntries([...rows].map(([, status, kind]) => [status, kind]))).toEqual(KIND_OF_STATUS)
  })
})
