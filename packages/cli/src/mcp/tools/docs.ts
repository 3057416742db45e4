import { z } from 'zod'
import manifest from '../../../package.json' with { type: 'json' }
import { CliError } from '../../io.ts'
import { type DocsSection, searchDocs } from '../docs-pages.ts'
import { type Tool, tool } from '../tool.ts'

const EXCERPT = 400
/** Characters of a page in one answer. */
const PART = 12_000

/** The documentation of this release. */
export function docsTools(sections: readonly DocsSection[]): Tool[] {
  const pages = [...new Set(sections.map(({ page }) => page))]
  const files = { server: `galla ${manifest.version}, docs/guides` }
  return [
    tool({
      name: 'docs_search',
      title: 'Search the documentation',
      description:
        'Finds sections of the documentation of Galla for a question. Read the best one whole with docs_read before you rely on it.',
      input: z.strictObject({
        query: z.string().min(2).max(300).describe('A few words: retry a failed order'),
        limit: z.number().int().min(1).max(10).default(5).describe('Sections, 1 to 10'),
      }),
      run({ query, limit }) {
        const rows = searchDocs(sections, query, limit).map(({ page, title, anchor, text }) => ({
          ...{ page, title, section: anchor },
          excerpt: text.length > EXCERPT ? `${text.slice(0, EXCERPT)} …` : text,
        }))
        return {
          data: { rows },
          ...(rows.length === 0 && { note: `No section has these words. Pages: ${pages.join(', ')}` }),
          source: files,
          isOurs: true,
        }
      },
    }),
    tool({
      name: 'docs_read',
      title: 'Read a page of the documentation',
      description: 'Reads a page of the documentation, or one section of it with the sections below.',
      input: z.strictObject({
        page: z.string().max(100).describe('As docs_search names it: callbacks'),
        section: z.string().max(100).optional().describe('As docs_search names it: express'),
        offset: z.number().int().min(0).default(0).describe('Characters to skip, as the answer before says'),
      }),
      run({ page, section, offset }) {
        const text = textOf(sections, page, section)
        if (text === undefined) {
          const names = sections.filter((one) => one.page === page).map(({ anchor }) => anchor || 'no section')
          const known = names.length > 0 ? `Sections of ${page}: ${names.join(', ')}` : `Pages: ${pages.join(', ')}`
          throw new CliError(
            `The documentation has no ${section === undefined ? 'such page' : 'such section'}. ${known}`,
          )
        }
        const end = offset + PART
        const docs = `docs/guides/${page}.md${section ? `#${section}` : ''}`
        return {
          data: { text: text.slice(offset, end) },
          ...(end < text.length && {
            note: `Characters ${offset} to ${end} of ${text.length}: go on with offset ${end}.`,
          }),
          source: { ...files, docs },
          isOurs: true,
        }
      },
    }),
  ]
}

/** The text of a page, or of a section with those below it. */
function textOf(sections: readonly DocsSection[], page: string, section?: string): string | undefined {
  const own = sections.filter((one) => one.page === page)
  if (section === undefined || own.length === 0)
    return own.length === 0 ? undefined : own.map(({ text }) => text).join('\n\n')
  const found = own.find(({ anchor }) => anchor === section)
  return (
    found &&
    own
      .filter(({ title }) => title === found.title || title.startsWith(`${found.title} > `))
      .map(({ text }) => text)
      .join('\n\n')
  )
}
