import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { textOf } from './guides.mjs'

/** Pages that `llms-full.txt` leaves out: they are many, and each is at its own address. */
const LEFT_OUT = /^(?:api\/@|adr\/)/

/**
 * Writes what programs read beside what people read: each page as Markdown, `llms.txt` and `llms-full.txt`.
 * @param {import('vitepress').SiteConfig} config
 */
export function writePlainPages({ pages, rewrites, srcDir, outDir, site }) {
  const all = pages.map((page) => ({
    path: rewrites.map[page] ?? page,
    text: textOf(join(srcDir, page)),
  }))
  for (const { path, text } of all) {
    mkdirSync(join(outDir, dirname(path)), { recursive: true })
    writeFileSync(join(outDir, path), text)
  }
  const texts = new Map(all.map(({ path, text }) => [path, text]))
  writeFileSync(join(outDir, 'llms.txt'), overview(site, texts))
  const full = all
    .filter(({ path }) => !LEFT_OUT.test(path))
    .map(({ path, text }) => `<!-- ${path} -->\n\n${text.trim()}`)
  writeFileSync(join(outDir, 'llms-full.txt'), `${full.join('\n\n')}\n`)
}

/**
 * The map of the site, as llmstxt.org describes it.
 * @param {Pick<import('vitepress').SiteData, 'title' | 'description' | 'base' | 'themeConfig'>} site
 * @param {ReadonlyMap<string, string>} texts by path
 */
export function overview({ title, description, base, themeConfig }, texts) {
  const sections = themeConfig.sidebar.map(
    (group) =>
      `## ${group.text}\n\n${pagesIn(group)
        .map((page) => lineOf(page, base, texts))
        .join('\n')}`,
  )
  return `# ${title}\n\n> ${description}\n\n${sections.join('\n\n')}\n`
}

const pagesIn = ({ items = [], link, text }) => [...(link ? [{ link, text }] : []), ...items.flatMap(pagesIn)]

function lineOf({ text, link }, base, texts) {
  const path = `${link.slice(1)}${link.endsWith('/') ? 'index' : ''}.md`
  const page = texts.get(path)
  if (page === undefined) throw new Error(`${link} is in the side bar, and is no page`)
  const summary = firstSentence(page)
  return `- [${text}](${base}${path})${summary && `: ${summary}`}`
}

/** Headings, tables, lists, HTML, containers, and the line that names the page whose samples come before. */
const NO_PROSE = /^(?:[#<|:]|[*-] |The samples continue from )/

/** The first sentence of prose, without links. */
function firstSentence(page) {
  const paragraphs = page.replaceAll(/^```[\s\S]*?^```$/gm, '').split(/\n{2,}/)
  const prose = paragraphs.map((one) => one.trim()).find((one) => one !== '' && !NO_PROSE.test(one)) ?? ''
  const [sentence = prose] = /^.*?[.:!?](?=\s|$)/s.exec(prose) ?? []
  return sentence
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .replace(/:$/, '.')
}
