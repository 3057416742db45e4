import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { moduleCache } from './module-cache.mjs'

let tree = ''
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'galla-modules-'))
  write('package.json', { workspaces: ['packages/*'] })
  write('tsconfig.base.json', { compilerOptions: { target: 'es2022' } })
  write('packages/tea/package.json', { exports: { '.': { 'galla-source': './src/index.ts' } } })
  write('packages/tea/tsconfig.json', { extends: '../../tsconfig.base.json' })
})
afterEach(() => rmSync(tree, { recursive: true }))

function write(path: string, content: object) {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), JSON.stringify(content))
}

it.each<[string, string, object]>([
  [
    'the source of a package entry moves',
    'packages/tea/package.json',
    { exports: { '.': { 'galla-source': './a.ts' } } },
  ],
  ['a package has another compiler option', 'packages/tea/tsconfig.json', { compilerOptions: { jsx: 'react-jsx' } }],
  ['all packages have another compiler option', 'tsconfig.base.json', { compilerOptions: { target: 'es2020' } }],
])('transformed modules are not used again when %s', (_, path, changed) => {
  const before = moduleCache(tree)
  write(path, changed)
  expect(moduleCache(tree)).not.toBe(before)
})

it('transformed modules are used again when only a source changes: Vitest compares sources', () => {
  const before = moduleCache(tree)
  write('packages/tea/src/index.ts', { price: 2 })
  expect(moduleCache(tree)).toBe(before)
})
