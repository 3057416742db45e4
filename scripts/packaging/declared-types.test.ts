import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { published } from '../lib/build-targets.mjs'
import { at } from '../lib/paths.mjs'

interface Manifest {
  dependencies?: { [name: string]: string }
}

const declarations = (dist: string) =>
  existsSync(dist)
    ? readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => /\.d\.[cm]?ts$/.test(name))
    : []

/** Packages that the declarations import and that have their types in another package, `@types/…`. */
function typedElsewhere(name: string, own: Manifest): string[] {
  const dist = at('packages', name, 'dist')
  const imported = declarations(dist).flatMap((file) =>
    [...readFileSync(join(dist, file), 'utf8').matchAll(/(?:from|import\() ?["']([\w-]+)["']/g)].map(
      ([, id = '']) => id,
    ),
  )
  return [...new Set(imported)].filter((id) => own.dependencies?.[id] && existsSync(at('node_modules', '@types', id)))
}

// Otherwise a project with skipLibCheck off, the compiler's default, does not compile.
it.each(published())('the types that the declarations of %s import are installed with it', (name) => {
  const own = JSON.parse(readFileSync(at('packages', name, 'package.json'), 'utf8')) as Manifest
  const missing = typedElsewhere(name, own).filter((id) => !own.dependencies?.[`@types/${id}`])
  expect(missing).toEqual([])
})
