import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../packages/contract/src/provider/endpoints.ts'
import { KIND_OF_STATUS } from '../../packages/contract/src/provider/responses.ts'
import { DEFAULT_QUIRKS } from '../../packages/sandbox/src/quirks.ts'
import { at, root } from '../lib/paths.mjs'

const DOCUMENTS = {
  autopay: 'docs/autopay-protocol.md',
  protocol: 'docs/protocol.md',
  specification: 'docs/specification.md',
} as const
type Document = keyof typeof DOCUMENTS
const NAMES = Object.keys(DOCUMENTS) as Document[]

interface Citation {
  file: string
  line: number
  document: Document
  /** `7.3`, or a Markdown anchor such as `#73-hmac-mode`. */
  target: string
  /** Written as `protocol §7.3` or `specification §5`. */
  canonical: boolean
}

/** Whitespace, also across a line break inside a comment. */
const GAP = String.raw`(?:\s|(?<=\n\s*)(?:\*|//|#|>))*`
const NUMBER = String.raw`\d+(?:\.\d+)*`
/** `§3.1`, `§2–§3`, `§7.2–7.3`: after a dash the second sign may be left out. */
const RANGE = String.raw`§\s?${NUMBER}(?:${GAP}[–—-]${GAP}(?:§\s?)?${NUMBER})?`
/** `§3.1, §3.2 and §5`. */
const LIST = `${RANGE}(?:${GAP}(?:,${GAP}(?:and${GAP})?|and|or|to|&|;|/)${GAP}${RANGE})*`
/** The documents by their names and older names, and any RFC, whose sections are none of ours. */
const NAME = String.raw`\b(?:(?<autopay>autopay(?:-protocol)?)|(?<protocol>(?:provider-)?protocol)|(?<specification>spec(?:ification)?)|(?<other>RFC\s\d+))`
/** A list of sections behind the name of its document. Inside the two documents the name may be missing. */
const BY_NUMBER = new RegExp(String.raw`(?:${NAME}(?:\.md)?["'\x60)\]:,]*${GAP}\(?)?(?<target>${LIST})`, 'giu')
const BY_ANCHOR = new RegExp(String.raw`${NAME}\.md(?<target>#[\w-]+)`, 'giu')

function citationsIn(file: string, text: string): Citation[] {
  const own = NAMES.find((name) => DOCUMENTS[name] === file)
  return [...text.matchAll(BY_NUMBER), ...text.matchAll(BY_ANCHOR)].flatMap((match) => {
    const { target = '', other, ...named } = match.groups ?? {}
    const document = NAMES.find((name) => named[name]) ?? (other ? undefined : own)
    if (!document) return []
    const from = match.index + match[0].lastIndexOf(target)
    const name = (named[document] ?? document).toLowerCase()
    const canonical = name === document || name === 'autopay-protocol'
    const cite = (start: number, one: string): Citation => ({
      file,
      line: text.slice(0, start).split('\n').length,
      document,
      target: one,
      canonical,
    })
    if (target.startsWith('#')) return [cite(from, target.toLowerCase())]
    return [...target.matchAll(new RegExp(RANGE, 'gu'))].flatMap((range) => {
      const [first = '', last] = range[0].match(new RegExp(NUMBER, 'gu')) ?? []
      return between(first, last ?? first).map((one) => cite(from + range.index, one))
    })
  })
}

/** The sections from `8.1` to `8.3`; only the two ends where they are not of one chapter. */
function between(first: string, last: string): string[] {
  const [parent, start] = split(first)
  const [lastParent, end] = split(last)
  if (first === last) return [first]
  if (parent !== lastParent || end < start) return [first, last]
  return Array.from({ length: end - start + 1 }, (_, index) => `${parent}${start + index}`)
}

function split(section: string): [parent: string, last: number] {
  const dot = section.lastIndexOf('.') + 1
  return [section.slice(0, dot), Number(section.slice(dot))]
}

/** Headings of a Markdown text, code blocks apart. */
function headingsOf(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '')
  return [...prose.matchAll(/^#{1,6} (.+)$/gm)].map((match) => match[1] ?? '')
}

function numbersOf(headings: readonly string[]): string[] {
  return headings.flatMap((heading) => /^(\d+(?:\.\d+)*)\.? /.exec(heading)?.[1] ?? [])
}

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return `#${heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')}`
}

/** Tracked text files and those about to be added, this test apart: its examples cite sections that do not exist. */
function textFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  const self = relative(root, import.meta.filename)
  return listed
    .toString('utf8')
    .split('\0')
    .filter((path) => /\.(?:tsx?|mts|[cm]?js|md|json|sql|css|html|ya?ml)$/.test(path))
    .filter((path) => path !== self && path !== 'package-lock.json' && existsSync(at(path)))
}

/** One line for each citation of a missing section: `packages/a.ts:3 cites protocol §99.1, which docs/protocol.md does not have`. */
function unresolved(citations: readonly Citation[], markdown: { [Name in Document]: string }): string[] {
  const known = new Map(
    NAMES.map((name) => {
      const headings = headingsOf(markdown[name])
      return [name, new Set([...numbersOf(headings), ...headings.map(anchorOf)])]
    }),
  )
  return citations
    .filter(({ document, target }) => !known.get(document)?.has(target))
    .map(({ file, line, document, target }) => {
      const section = target.startsWith('#') ? target : ` §${target}`
      return `${file}:${line} cites ${document}${section}, which ${DOCUMENTS[document]} does not have`
    })
}

const read = (path: string) => readFileSync(at(path), 'utf8')
const markdown = {
  autopay: read(DOCUMENTS.autopay),
  protocol: read(DOCUMENTS.protocol),
  specification: read(DOCUMENTS.specification),
}

describe('citations', () => {
  const citations = textFiles().flatMap((path) => citationsIn(path, read(path)))

  it('resolve to a section of the protocol or the specification', () => {
    expect(unresolved(citations, markdown)).toEqual([])
  })

  it.each<[Document, number, number]>([
    ['protocol', 40, 20],
    ['specification', 20, 5],
  ])('of the %s are found in tests and vectors: more than %i, of at least %i sections', (document, count, sections) => {
    const outside = citations.filter((one) => one.document === document && one.file !== DOCUMENTS[document])
    expect(outside.length).toBeGreaterThan(count)
    expect(new Set(outside.map(({ target }) => target)).size).toBeGreaterThanOrEqual(sections)
    expect(outside.some(({ file }) => file.startsWith('packages/contract/vectors/'))).toBe(true)
    expect(outside.some(({ file }) => file.endsWith('.test.ts'))).toBe(true)
  })

  it('name their document protocol or specification', () => {
    const older = citations.filter(({ canonical }) => !canonical)
    expect(older.map(({ file, line }) => `${file}:${line}`)).toEqual([])
  })

  it('are reported with file, line and section when the section is missing', () => {
    const text = 'one\n// protocol §7.3, §99.1\n// see docs/protocol.md#99-nothing\n// specification §5 and §10'
    const cited = citationsIn('packages/a.ts', text)
    const lost = [
      'packages/a.ts:2 cites protocol §99.1, which docs/protocol.md does not have',
      'packages/a.ts:4 cites specification §10, which docs/specification.md does not have',
      'packages/a.ts:3 cites protocol#99-nothing, which docs/protocol.md does not have',
    ]
    expect(unresolved(cited, markdown)).toEqual(lost)
    const renamed = {
      autopay: markdown.autopay,
      protocol: markdown.protocol.replace(/^### 7\.3 .*$/m, '### HMAC mode'),
      specification: markdown.specification.replace(/^## 5\. .*$/m, '## Validation'),
    }
    expect(unresolved(cited, renamed)).toEqual([
      'packages/a.ts:2 cites protocol §7.3, which docs/protocol.md does not have',
      'packages/a.ts:2 cites protocol §99.1, which docs/protocol.md does not have',
      'packages/a.ts:4 cites specification §5, which docs/specification.md does not have',
      ...lost.slice(1),
    ])
  })

  it.each<[text: string, ...targets: string[]]>([
    ['protocol §7.3', 'protocol 7.3'],
    ['provider-protocol §7.3', 'protocol 7.3'],
    ['Provider-protocol §7.3: a title', 'protocol 7.3'],
    ['the refund rules (protocol §5.3)', 'protocol 5.3'],
    ['docs/protocol.md §2', 'protocol 2'],
    ['`docs/protocol.md` §2', 'protocol 2'],
    ['[§7.3](../docs/protocol.md#73-hmac-mode)', 'protocol #73-hmac-mode'],
    ['[protocol](protocol.md), §2', 'protocol 2'],
    ['protocol §3.1, §3.2 and §5', 'protocol 3.1', 'protocol 3.2', 'protocol 5'],
    ['protocol §8.1–§8.3', 'protocol 8.1', 'protocol 8.2', 'protocol 8.3'],
    ['protocol §7.2–7.3', 'protocol 7.2', 'protocol 7.3'],
    ['protocol §2–§3, §12.', 'protocol 2', 'protocol 3', 'protocol 12'],
    ['protocol §2.4, §8.1 (§9)', 'protocol 2.4', 'protocol 8.1'],
    ['protocol §10, 3 retries', 'protocol 10'],
    ['protocol\n * §7.5 and\n * §7.6', 'protocol 7.5', 'protocol 7.6'],
    ['specification §5', 'specification 5'],
    ['Specification §3–§5, §9', 'specification 3', 'specification 4', 'specification 5', 'specification 9'],
    ['spec §7: the calls', 'specification 7'],
    ['spec.md §7', 'specification 7'],
    ['docs/specification.md#5-validation', 'specification #5-validation'],
    ['protocol §7.2 and specification §5', 'protocol 7.2', 'specification 5'],
    ['specification §8; protocol §8.1', 'specification 8', 'protocol 8.1'],
    ['RFC 9110 §10.2.3'],
    ['a section without a document: §8.2'],
  ])('reads %j', (text, ...targets) => {
    expect(citationsIn('a.ts', text).map(({ document, target }) => `${document} ${target}`)).toEqual(targets)
  })

  it.each(NAMES)('without a name belong to the document they are in: %s', (document) => {
    const [other = document] = NAMES.filter((name) => name !== document)
    const found = citationsIn(DOCUMENTS[document], `see §5.3, ${other} §4 and RFC 9110 §10.2.3`)
    expect(found.map((one) => [one.document, one.target])).toEqual([
      [document, '5.3'],
      [other, '4'],
    ])
  })
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
