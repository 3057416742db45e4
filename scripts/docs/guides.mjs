import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
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

/** Copies the pages into a folder, with the folders that they stand in. */
export function shipGuides(folder) {
  rmSync(folder, { recursive: true, force: true })
  for (const page of GUIDES) {
    const copy = join(folder, relative('docs', page))
    mkdirSync(dirname(copy), { recursive: true })
    copyFileSync(at(page), copy)
  }
}
