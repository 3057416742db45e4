import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'

/** Pages that `llms-full.txt` leaves out: they are many, and each is at its own address. */
const LEFT_OUT = /^(?:api\/@|adr\/)/

/**
 * Writes what programs read beside what people read: each page as Markdown, `llms.txt` and `llms-full.txt`.
 * @param {import('vitepress').SiteConfig} config
 */
export function writePlainPages({ pages, rewrites, srcDir, outDir, site }) {
  const all = pages.map((page) => ({
    path: rewrites.map[page] ?? page,
    text: plainPage(readFileSync(join(srcDir, page), 'utf8'), join(srcDir, dirname(page))),
  }))
  for (const { path, text } of all) {
    mkdirSync(join(outDir, dirname(path)), { recursive: true })
    writeFileSync(join(outDir, path), text)
  }
  const textOf = new Map(all.map(({ path, text }) => [path, text]))
  writeFileSync(join(outDir, 'llms.txt'), overview(site, textOf))
  const full = all
    .filter(({ path }) => !LEFT_OUT.test(path))
    .map(({ path, text }) => `<!-- ${path} -->\n\n${text.trim()}`)
  writeFileSync(join(outDir, 'llms-full.txt'), `${full.join('\n\n')}\n`)
}

/**
 * A page as every viewer of Markdown knows it: without front matter, and with the samples that it includes.
 * @param {string} source
 * @param {string} folder of the page
 */
export const plainPage = (source, folder) =>
  source.replace(/^---\n[\s\S]*?\n---\n+/, '').replaceAll(/^<<< (\S+)(?: \[(.*)\])?$/gm, (_, path, title = '') => {
    const code = readFileSync(join(folder, path), 'utf8').trimEnd()
    return `${title && `${title}:\n\n`}\`\`\`${extname(path).slice(1)}\n${code}\n\`\`\``
  })

/**
 * The map of the site, as llmstxt.org describes it.
 * @param {Pick<import('vitepress').SiteData, 'title' | 'description' | 'base' | 'themeConfig'>} site
 * @param {ReadonlyMap<string, string>} textOf
 */
export function overview({ title, description, base, themeConfig }, textOf) {
  const sections = themeConfig.sidebar.map(
    (group) =>
      `## ${group.text}\n\n${pagesIn(group)
        .map((page) => lineOf(page, base, textOf))
        .join('\n')}`,
  )
  return `# ${title}\n\n> ${description}\n\n${sections.join('\n\n')}\n`
}

const pagesIn = ({ items = [], link, text }) => [...(link ? [{ link, text }] : []), ...items.flatMap(pagesIn)]

function lineOf({ text, link }, base, textOf) {
  const path = `${link.slice(1)}${link.endsWith('/') ? 'index' : ''}.md`
  const page = textOf.get(path)
  if (page === undefined) throw new Error(`${link} is in the side bar, and is no page`)
  const summary = firstSentence(page)
  return `- [${text}](${base}${path})${summary && `: ${summary}`}`
}

/** Headings, tables, lists, HTML, containers, and the line that names the page whose samples come before. */
const NO_PROSE = /^(?:[#<|:]|[*-] |The samples continue those of )/

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
