import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { published } from '../lib/build-targets.mjs'
import { at } from '../lib/paths.mjs'

/** A file of the same folder, imported or required, also at a later time: a bundler for CommonJS reads both alike. */
const IMPORTED = /\b(?:from|import|require)\s*\(?\s*["']\.\/([\w.-]+)["']/g

/** The files of a folder with one extension, each with those that it imports. */
function importsIn(folder: string, extension: string): Map<string, string[]> {
  const names = readdirSync(folder).filter((name) => name.endsWith(extension))
  return new Map(
    names.map((name) => [
      name,
      [...readFileSync(join(folder, name), 'utf8').matchAll(IMPORTED)].map(([, file = '']) => file),
    ]),
  )
}

/** The first path of imports that returns to its start, such as `core.cjs > mandates.cjs > core.cjs`. */
function cycleIn(imports: ReadonlyMap<string, readonly string[]>): string | undefined {
  const done = new Set<string>()
  const visit = (name: string, path: readonly string[]): string | undefined => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name].join(' > ')
    if (done.has(name)) return undefined
    const found = (imports.get(name) ?? []).map((next) => visit(next, [...path, name])).find(Boolean)
    done.add(name)
    return found
  }
  return [...imports.keys()].map((name) => visit(name, [])).find(Boolean)
}

it('a cycle is found, and a file that two others share is none', () => {
  const shared = new Map([
    ['a', ['b', 'c']],
    ['b', ['c']],
    ['c', []],
  ])
  expect(cycleIn(shared)).toBeUndefined()
  expect(cycleIn(new Map([...shared, ['c', ['a']]]))).toBe('a > b > c > a')
})

describe.each(published())('the built files of packages/%s', (name) => {
  it.each(['.cjs', '.mjs'])('import each other without a cycle: *%s', (extension) => {
    const folder = at('packages', name, 'dist')
    expect(existsSync(folder)).toBe(true)
    expect(cycleIn(importsIn(folder, extension))).toBeUndefined()
  })
})
