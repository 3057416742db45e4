import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '@galla/http-server/package-files'
import manifest from '../../package.json' with { type: 'json' }

/** A section of a page: from its heading to the next one. */
export interface DocsSection {
  /** Path below the folder of the pages, without `.md`: `callbacks`. */
  readonly page: string
  /** Headings from the page's title down: `Callbacks > Express`. */
  readonly title: string
  /** `express`; of the text above the first heading below the title, empty. */
  readonly anchor: string
  readonly text: string
}

/** Pages of the guides, which the build copies into the package. A checkout that was not built has them at its root. */
export function readDocs(): DocsSection[] {
  const folder = packageFolder({ name: manifest.name, version: manifest.version, url: import.meta.url }) ?? '.'
  const root = ['docs/guides', '../../docs'].map((path) => join(folder, path)).find((path) => existsSync(path))
  if (root === undefined) return []
  return namesIn(root).flatMap((name) => sectionsOf(name.replace(/\.md$/, ''), readFileSync(join(root, name), 'utf8')))
}

/** Folders of a checkout that hold no guides. */
const NO_GUIDES = new Set(['adr', 'api', 'deploy', 'pictures', 'public', 'node_modules'])

function namesIn(root: string, below = ''): string[] {
  return readdirSync(join(root, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) return NO_GUIDES.has(entry.name) || entry.name.startsWith('.') ? [] : namesIn(root, path)
    return entry.name.endsWith('.md') ? [path] : []
  })
}

/** Splits a page at its headings. Lines of a code block are no headings. */
export function sectionsOf(page: string, text: string): DocsSection[] {
  const sections: { page: string; title: string; anchor: string; lines: string[] }[] = []
  const path: string[] = []
  let inCode = false
  for (const line of text.split('\n')) {
    if (/^(?:```|~~~)/.test(line)) inCode = !inCode
    const [, hashes = '', heading = ''] = inCode ? [] : (/^(#{1,4}) (.+)$/.exec(line) ?? [])
    if (hashes === '') sections.at(-1)?.lines.push(line)
    else {
      const [, words = heading, own] = /^(.*?)\s*\{#([\w-]+)\}$/.exec(heading) ?? []
      path.splice(hashes.length - 1)
      path.push(words)
      const anchor = hashes.length === 1 ? '' : (own ?? anchorOf(words))
      sections.push({ page, title: path.join(' > '), anchor, lines: [line] })
    }
  }
  return sections.map(({ lines, ...section }) => ({ ...section, text: lines.join('\n').trim() }))
}

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

/** Pages that answer a question of somebody who knows what to look up. Guides come first. */
const REFERENCE = /^(?:protocol|autopay-protocol|specification|differences|errors-by-code)$/
const REFERENCE_WEIGHT = 0.5
const TITLE_WEIGHT = 4

/** Words that stand in every section. */
const COMMON = new Set(
  'a an and are as at by can do does for from how in is it my of on or the this to what when why with'.split(' '),
)

/** The words of a text without endings, so that `migrate` finds `Migration`. */
const stemsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])
    .filter((word) => !COMMON.has(word))
    .map((word) => word.replace(/(?<=\w{3})(?:ions?|ing|ed|es|e|s)$/, ''))

/** The sections that fit a question best, the best first: rare words count more, words of a heading most. */
export function searchDocs(sections: readonly DocsSection[], question: string, limit: number): DocsSection[] {
  const wanted = [...new Set(stemsOf(question))]
  const texts = sections.map((section) => ({
    section,
    title: new Set(stemsOf(`${section.page} ${section.title}`)),
    words: stemsOf(section.text),
  }))
  const rarity = new Map(
    wanted.map((word) => {
      const found = texts.filter(({ title, words }) => title.has(word) || words.includes(word)).length
      return [word, found === 0 ? 0 : Math.log(1 + texts.length / found)]
    }),
  )
  const scored = texts.map(({ section, title, words }) => {
    const points = wanted.map((word) => {
      const times = words.filter((one) => one === word).length
      // A long section has each word more often, and answers less.
      const share = times / (times + 1 + words.length / 300)
      return (rarity.get(word) ?? 0) * (share + (title.has(word) ? TITLE_WEIGHT : 0))
    })
    const found = points.filter((one) => one > 0).length / points.length
    const sum = points.reduce((all, one) => all + one, 0)
    return { section, score: sum * found * (REFERENCE.test(section.page) ? REFERENCE_WEIGHT : 1) }
  })
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ section }) => section)
}
