import { describe, expect, it } from 'vitest'
import { type Choices, FRAMEWORKS, type Framework } from './choices.ts'
import { frameworkOf, languageOf, linesToPaste, type Project, planAddition } from './init-plan.ts'
import type { Sources } from './sources.ts'
import { sourcesToAdd } from './templates.ts'

const EMPTY: Project = { dependencies: {}, isModule: true, tsconfig: undefined, hasSourceFolder: false }
const choose = (framework: Framework, changes: Partial<Choices> = {}): Choices => ({
  framework,
  gateway: false,
  language: 'ts',
  packageManager: 'npm',
  ...changes,
})
const FRAMEWORK_NAMES = Object.keys(FRAMEWORKS) as Framework[]

const SOURCES: Sources = {
  version: '1.2.3',
  versions: {},
  files: Object.fromEntries(
    FRAMEWORK_NAMES.flatMap((framework) =>
      [false, true].flatMap((gateway) => sourcesToAdd({ framework, gateway })),
    ).map((path) => [path, { ts: '', js: '' }]),
  ),
  tsconfigs: { next: '', nest: '' },
}
const withText = (path: string, ts: string): Sources => ({
  ...SOURCES,
  files: { ...SOURCES.files, [path]: { ts, js: ts } },
})

describe('a project', () => {
  it.each([
    [{ '@nestjs/core': '11', express: '5' }, 'nest'],
    [{ next: '16', react: '19' }, 'next'],
    [{ hono: '4' }, 'hono'],
    [{ pg: '8' }, 'node'],
  ])('with %j is taken for one on %s', (dependencies, expected) => {
    expect(frameworkOf({ ...EMPTY, dependencies: dependencies as unknown as Project['dependencies'] })).toBe(expected)
  })

  it('is in TypeScript when it has the compiler or its settings', () => {
    expect(languageOf({ ...EMPTY, tsconfig: '{}' })).toBe('ts')
    expect(languageOf({ ...EMPTY, dependencies: { typescript: '6' } })).toBe('ts')
    expect(languageOf(EMPTY)).toBe('js')
  })
})

describe('an addition', () => {
  const pathsOf = (choices: Choices, project: Partial<Project> = {}) =>
    planAddition(choices, { ...EMPTY, ...project }, SOURCES).map(({ path }) => path)

  it('stands in a folder of its own, with a route and a test', () => {
    expect(pathsOf(choose('express'))).toEqual([
      'payments/settings.ts',
      'payments/payments.ts',
      'payments/open-payments.ts',
      'payments/payment.test.ts',
      'payments/callbacks.ts',
    ])
  })

  it('is ES modules also in a CommonJS project', () => {
    for (const path of pathsOf(choose('hono', { language: 'js' }), { isModule: false })) expect(path).toMatch(/\.mjs$/)
  })

  it('puts routes of Next where Next looks for them', () => {
    expect(pathsOf(choose('next', { gateway: true }))).toContain('app/payments/[[...path]]/route.ts')
    expect(pathsOf(choose('next', { language: 'js' }), { hasSourceFolder: true })).toContain(
      'src/app/payments/callbacks/route.js',
    )
  })

  it.each([
    ['{ "compilerOptions": { "allowImportingTsExtensions": true } }', 'express', './settings.ts'],
    ['{ "compilerOptions": { "module": "nodenext" } }', 'express', './settings.js'],
    ['{ "compilerOptions": { "moduleResolution": "node" } }', 'express', './settings'],
    ['{ "compilerOptions": { "moduleResolution": "bundler" } }', 'next', './settings'],
  ] as const)('imports its files as %s asks for in %s: %s', (tsconfig, framework, expected) => {
    const sources = withText('starter/open-payments.ts', "import { readSettings } from './settings.ts'\n")
    const files = planAddition(choose(framework), { ...EMPTY, tsconfig }, sources)
    expect(files.find(({ path }) => path.endsWith('open-payments.ts'))?.text).toContain(`from '${expected}'`)
  })
})

describe.each(FRAMEWORK_NAMES.filter((name) => name !== 'next'))(
  'the lines to paste into a program on %s',
  (framework) => {
    it.each([false, true])('name files that are added, with the gateway: %s', (gateway) => {
      const choices = choose(framework, { gateway, language: 'js' })
      const lines = linesToPaste(choices, EMPTY)
      const added = planAddition(choices, EMPTY, SOURCES).map(({ path }) => `./${path}`)
      const imported = lines.flatMap((line) => /from '(\.[^']+)'/.exec(line)?.[1] ?? [])
      expect(imported.length).toBeGreaterThan(0)
      expect(added).toEqual(expect.arrayContaining(imported))
      expect(lines.filter((line) => !line.startsWith('import {'))).toHaveLength(2)
    })
  },
)

it('pastes nothing into a program on Next without the gateway', () => {
  expect(linesToPaste(choose('next'), EMPTY)).toEqual([])
})
