import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'
import { at } from '../lib/paths.mjs'

/** Folders of docs/ that hold no guides: records of decisions, samples, and what is made from the sources. */
const NO_GUIDES = new Set(['adr', 'api', 'deploy', 'pictures', 'public'])

function pagesIn(folder) {
  return readdirSync(at(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return NO_GUIDES.has(entry.name) || entry.name.startsWith('.') ? [] : pagesIn(path)
    return entry.name.endsWith('.md') ? [path] : []
  })
}

/** The pages that the command ships, relative to the repository. */
export const GUIDES = pagesIn('docs')

/**
 * The text of a page for a reader without the site: no front matter, and each `<<< path [title]` is the code of that file.
 * @param {string} file path of the page
 */
export const textOf = (file) =>
  readFileSync(file, 'utf8')
    .replace(/^---\n[\s\S]*?\n---\n+/, '')
    .replaceAll(/^<<< (\S+)(?: \[(.+)\])?$/gm, (_, path, title) => {
      const code = readFileSync(join(dirname(file), path), 'utf8').trimEnd()
      return `${title ? `${title}:\n\n` : ''}\`\`\`${extname(path).slice(1)}\n${code}\n\`\`\``
    })

/** Writes the pages into a folder, with the folders that they stand in. */
export function shipGuides(folder) {
  rmSync(folder, { recursive: true, force: true })
  for (const page of GUIDES) {
    const copy = join(folder, relative('docs', page))
    mkdirSync(dirname(copy), { recursive: true })
    writeFileSync(copy, textOf(at(page)))
  }
}
