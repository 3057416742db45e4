import { posix } from 'node:path'
import type { Language } from './choices.ts'
import type { Sources } from './sources.ts'

/** A file to write: a path with slashes, relative to the project. */
export interface PlannedFile {
  readonly path: string
  readonly text: string
}

/** Where sources of the examples stand in a project, and how they import each other. */
export interface Layout {
  readonly language: Language
  /** Path of a source in the project. */
  readonly placeOf: (source: string) => string
  /** An import of a file by its path: the path itself, or without its extension where a bundler wants none. */
  readonly specifierOf?: (path: string) => string
}

const RELATIVE_IMPORT = /(from |import\()'(\.[^']*)'/g
const EXTENSION = /\.m?[jt]sx?$/

/** Places sources in a project, and makes their imports of each other fit. */
export function placeSources(
  sources: Sources,
  paths: readonly string[],
  { language, placeOf, specifierOf = (path) => path }: Layout,
): PlannedFile[] {
  return paths.map((path) => {
    const source = sources.files[path]
    if (!source) throw new Error(`The templates have no ${path}: this package is not built completely.`)
    const place = placeOf(path)
    const text = source[language].replace(RELATIVE_IMPORT, (_, before: string, written: string) => {
      const target = posix.join(posix.dirname(path), written)
      // Next resolves imports without an extension.
      const found = [target, `${target}.ts`, `${target}.tsx`].find((name) => paths.includes(name))
      if (!found) throw new Error(`${path} imports ${written}, which its template does not have.`)
      const there = found === target ? specifierOf(placeOf(found)) : placeOf(found).replace(EXTENSION, '')
      return `${before}'${relative(place, there)}'`
    })
    return { path: place, text }
  })
}

function relative(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

/** `server.ts` is `server.js` in JavaScript. Styles keep their name. */
export const inLanguage = (path: string, language: Language): string =>
  language === 'js' ? path.replace(/\.ts(x?)$/, '.js$1') : path
