import type { Choices } from './choices.ts'
import { TARBALL_FOLDER, type Tarballs } from './galla-packages.ts'
import type { Sources } from './sources.ts'
import { TEMPLATES } from './templates.ts'

type Versions = { [name: string]: string }

/** The dependencies that a shop needs, with exact versions. */
interface Needed {
  readonly dependencies: Versions
  readonly devDependencies: Versions
}

/** Packages with versions, in the order of their names. `tarballs` take the place of the registry. */
function versionsOf(names: readonly string[], sources: Sources, tarballs: Tarballs): Versions {
  const versionOf = (name: string): string => {
    if (tarballs[name]) return `file:./${TARBALL_FOLDER}/${tarballs[name]}`
    const version = name.startsWith('@galla/') ? sources.version : sources.versions[name]
    if (!version) throw new Error(`The templates have no version of ${name}: this package is not built completely.`)
    return version
  }
  return Object.fromEntries([...names].sort().map((name) => [name, versionOf(name)]))
}

/** Packages of Galla that a shop needs. */
export function gallaPackages(choices: Choices): string[] {
  const { runtime, development } = packageNames(choices)
  return [...runtime, ...development].filter((name) => name.startsWith('@galla/'))
}

/** Names of the packages that a shop needs. */
function packageNames({ framework, gateway, language }: Choices): { runtime: string[]; development: string[] } {
  const { types, ...kinds } = TEMPLATES[framework]
  const compiled = language === 'ts' ? ['typescript', '@types/node', ...types] : []
  // JavaScript has no decorators: what a compiler makes of them needs its helpers.
  const helpers = framework === 'nest' && language === 'js' ? ['tslib'] : []
  const stored = gateway ? ['@galla/gateway', '@galla/postgres'] : []
  return {
    runtime: ['@galla/sdk', ...stored, ...kinds[gateway ? 'gateway' : 'sdk'].dependencies, ...helpers],
    development: ['@galla/sandbox', ...compiled],
  }
}

/** Dependencies of a shop. */
function neededPackages(choices: Choices, sources: Sources, tarballs: Tarballs): Needed {
  const { runtime, development } = packageNames(choices)
  return {
    dependencies: versionsOf(runtime, sources, tarballs),
    devDependencies: versionsOf(development, sources, tarballs),
  }
}

const NEXT = 'next/dist/bin/next'
const HERE = '-H 127.0.0.1'

/** Scripts of package.json. */
export function scriptsOf({ framework, language }: Choices): { [name: string]: string } {
  const isTs = language === 'ts'
  const [test, start] = isTs ? ['dist/payment.test.js', './dist/start.js'] : ['payment.test.js', './start.js']
  if (framework === 'next') {
    const compile = isTs ? 'tsc -p tsconfig.node.json && ' : ''
    return {
      start: `${compile}node ${start} ${NEXT} dev ${HERE}`,
      test: `${compile}node --test ${test}`,
      build: 'next build',
      serve: `next start ${HERE}`,
    }
  }
  const compile = isTs ? 'tsc -p . && ' : ''
  const server = isTs ? './dist/server.js' : './server.js'
  return {
    start: `${compile}node ${start} ${server}`,
    test: `${compile}node --test ${test}`,
    serve: `${compile}node --env-file=.env ${server}`,
  }
}

/** The package.json of a new shop. */
export function manifestOf(name: string, choices: Choices, sources: Sources, tarballs: Tarballs): object {
  const { framework, language } = choices
  // NestJS compiles TypeScript to CommonJS.
  const isModule = !(framework === 'nest' && language === 'ts')
  const { dependencies, devDependencies } = neededPackages(choices, sources, tarballs)
  return {
    name,
    version: '0.0.0',
    private: true,
    ...(isModule && { type: 'module' }),
    engines: { node: '>=20.19' },
    scripts: scriptsOf(choices),
    dependencies,
    devDependencies,
  }
}
