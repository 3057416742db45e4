import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DEFAULT_QUIRKS } from '../../packages/sandbox/src/quirks.ts'
import { at, root } from '../lib/paths.mjs'

const DOCUMENT = 'docs/protocol.md'

interface Citation {
  file: string
  line: number
  /** `7.3`, or a Markdown anchor such as `#73-hmac-mode`. */
  target: string
  /** `provider-protocol §7.3`: the form from before the document was part of the repository. */
  old: boolean
}

/** Whitespace, also across a line break inside a comment. */
const GAP = String.raw`(?:\s|(?<=\n\s*)(?:\*|//|#|>))*`
const NUMBER = String.raw`\d+(?:\.\d+)*`
/** `§3.1`, `§2–§3`, `§7.2–7.3`: after a dash the second sign may be left out. */
const RANGE = String.raw`§\s?${NUMBER}(?:${GAP}[–—-]${GAP}(?:§\s?)?${NUMBER})?`
/** `§3.1, §3.2 and §5`. */
const LIST = `${RANGE}(?:${GAP}(?:,${GAP}(?:and${GAP})?|and|or|to|&|;|/)${GAP}${RANGE})*`
const BY_NUMBER = new RegExp(String.raw`\b(provider-)?protocol(?:\.md)?["'\x60)\]:,]*${GAP}\(?(${LIST})`, 'giu')
const BY_ANCHOR = /\b(provider-)?protocol\.md(#[\w-]+)/giu
/** Inside the document a bare `§5.3` is one of its own sections. */
const IN_DOCUMENT = new RegExp(`()(${LIST})`, 'gu')

function citationsIn(file: string, text: string): Citation[] {
  const numbered = file === DOCUMENT ? IN_DOCUMENT : BY_NUMBER
  return [...text.matchAll(numbered), ...text.matchAll(BY_ANCHOR)].flatMap((match) => {
    const [whole, prefix, target = ''] = match
    const from = match.index + whole.lastIndexOf(target)
    const cite = (start: number, one: string): Citation => ({
      file,
      line: text.slice(0, start).split('\n').length,
      target: one,
      old: Boolean(prefix),
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

/** One line a citation that leads nowhere: `packages/a.ts:3 cites protocol §99.1, which docs/protocol.md does not have`. */
function unresolved(citations: readonly Citation[], markdown: string): string[] {
  const headings = headingsOf(markdown)
  const known = new Set([...numbersOf(headings), ...headings.map(anchorOf)])
  return citations
    .filter(({ target }) => !known.has(target))
    .map(({ file, line, target }) => {
      const name = target.startsWith('#') ? target : ` §${target}`
      return `${file}:${line} cites protocol${name}, which ${DOCUMENT} does not have`
    })
}

describe('protocol citations', () => {
  const markdown = readFileSync(at(DOCUMENT), 'utf8')
  const citations = textFiles().flatMap((path) => citationsIn(path, readFileSync(at(path), 'utf8')))
  const outside = citations.filter(({ file }) => file !== DOCUMENT)

  it('resolve to a section of the protocol document', () => {
    expect(unresolved(citations, markdown)).toEqual([])
  })

  it('are found in code, tests and vectors', () => {
    expect(outside.length).toBeGreaterThan(40)
    expect(new Set(outside.map(({ target }) => target)).size).toBeGreaterThan(20)
    expect(outside.some(({ file }) => file.startsWith('packages/contract/vectors/'))).toBe(true)
    expect(outside.some(({ file }) => file.endsWith('.test.ts'))).toBe(true)
  })

  it('are reported with file, line and section when the section is missing', () => {
    const lost = citationsIn('packages/a.ts', 'one\n// protocol §7.3, §99.1\n// see docs/protocol.md#99-nothing')
    expect(unresolved(lost, markdown)).toEqual([
      'packages/a.ts:2 cites protocol §99.1, which docs/protocol.md does not have',
      'packages/a.ts:3 cites protocol#99-nothing, which docs/protocol.md does not have',
    ])
    const without = markdown.replace(/^### 7\.3 .*$/m, '### HMAC mode')
    expect(unresolved(lost, without)[0]).toBe(
      'packages/a.ts:2 cites protocol §7.3, which docs/protocol.md does not have',
    )
  })

  it.each<[text: string, ...targets: string[]]>([
    ['protocol §7.3', '7.3'],
    ['provider-protocol §7.3', '7.3'],
    ['Provider-protocol §7.3: a title', '7.3'],
    ['the refund rules (protocol §5.3)', '5.3'],
    ['docs/protocol.md §2', '2'],
    ['`docs/protocol.md` §2', '2'],
    ['[§7.3](../docs/protocol.md#73-hmac-mode)', '#73-hmac-mode'],
    ['[protocol](protocol.md), §2', '2'],
    ['protocol §3.1, §3.2 and §5', '3.1', '3.2', '5'],
    ['protocol §8.1–§8.3', '8.1', '8.2', '8.3'],
    ['protocol §7.2–7.3', '7.2', '7.3'],
    ['protocol §2–§3, §12.', '2', '3', '12'],
    ['protocol §2.4, §8.1 (§9)', '2.4', '8.1'],
    ['protocol §10, 3 retries', '10'],
    ['protocol\n * §7.5 and\n * §7.6', '7.5', '7.6'],
    ['protocol §7.2 and specification §5', '7.2'],
    ['specification §8; protocol §8.1', '8.1'],
    ['spec §7: the calls it makes'],
    ['RFC 9110 §10.2.3'],
  ])('reads %j', (text, ...targets) => {
    expect(citationsIn('a.ts', text).map(({ target }) => target)).toEqual(targets)
  })
})

describe('protocol document', () => {
  const markdown = readFileSync(at(DOCUMENT), 'utf8')
  const numbers = numbersOf(headingsOf(markdown))

  it('numbers its chapters 0 to 15 and the sections of each from 1, without a gap', () => {
    const chapters = numbers.filter((number) => !number.includes('.'))
    expect(chapters).toEqual(Array.from({ length: 16 }, (_, index) => String(index)))
    for (const chapter of chapters) {
      const sections = numbers.filter((number) => number.startsWith(`${chapter}.`))
      expect(sections).toEqual(sections.map((_, index) => `${chapter}.${index + 1}`))
    }
  })

  it('lists every quirk of the sandbox in §14.2', () => {
    const section = /^### 14\.2 .*\n([\s\S]*?)^#{1,3} /m.exec(markdown)?.[1] ?? ''
    const listed = [...section.matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1])
    expect(listed.sort()).toEqual(Object.keys(DEFAULT_QUIRKS).sort())
  })
})
