import type { Choices } from './choices.ts'
import type { Tarballs } from './galla-packages.ts'
import { manifestOf } from './manifest.ts'
import { inLanguage, type PlannedFile, placeSources } from './place-sources.ts'
import { projectFiles } from './project-files.ts'
import type { Sources } from './sources.ts'
import { placeOf, sourcesOf } from './templates.ts'

/** Plans the files of a new shop. @param name of the project, as package.json has it */
export function planShop(name: string, choices: Choices, sources: Sources, tarballs: Tarballs = {}): PlannedFile[] {
  const { language } = choices
  const manifest = manifestOf(name, choices, sources, tarballs)
  const code = placeSources(sources, sourcesOf(choices), {
    language,
    placeOf: (source) => inLanguage(placeOf(source), language),
  })
  return [
    { path: 'package.json', text: `${JSON.stringify(manifest, null, 2)}\n` },
    ...projectFiles(name, choices, sources),
    ...code,
  ].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** A folder name as npm accepts it as the name of a package: `Tea Stall` is `tea-stall`. */
export function packageNameOf(folder: string): string {
  const name = folder
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '')
  return name || 'shop'
}
