import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isMain } from './lib/is-main.mjs'
import { at, cache, root } from './lib/paths.mjs'
import { node } from './lib/run.mjs'

/** The largest ones, so that none is left alone at the end. */
const FIRST = [
  'tsconfig.tests.json',
  'scripts/tsconfig.json',
  'examples/nest/tsconfig.json',
  'apps/console/tsconfig.json',
]
/** Their sources belong to `tsconfig.tests.json` too: a second check of the same files would cost as much as the first. */
const WITH_TESTS = ['packages/cli/tsconfig.json', 'packages/gateway/tsconfig.json']
const CONCURRENCY = 2

/**
 * Checks every project of the repository, its tests, scripts and examples with the native compiler. Incremental: what each
 * project knew last time is in `.cache/types`.
 */
export async function typecheck() {
  const states = join(cache, 'types')
  mkdirSync(states, { recursive: true })
  const all = [
    ...FIRST,
    ...['packages', 'apps'].flatMap((folder) =>
      readdirSync(at(folder)).map((name) => `${folder}/${name}/tsconfig.json`),
    ),
  ]
  const projects = [...new Set(all)].filter((project) => existsSync(at(project)) && !WITH_TESTS.includes(project))
  const waiting = [...projects]
  const failed = []
  const work = async () => {
    for (let project = waiting.shift(); project; project = waiting.shift()) {
      const state = join(states, `${project.replace(/\W+/g, '-')}.tsbuildinfo`)
      const { ok, output } = await node([
        at('node_modules/typescript7/bin/tsc'),
        ...['-p', at(project), '--pretty', 'false', '--incremental', '--tsBuildInfoFile', state],
        // The settings of an example are a merchant's: here its files are checked against the sources of our packages.
        ...(project.startsWith('examples/')
          ? ['--noEmit', '--customConditions', 'galla-source', '--rootDir', root]
          : []),
      ])
      if (!ok) failed.push(`${project}\n${output.replaceAll(`${root}/`, '')}`)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return { ok: failed.length === 0, output: failed.join('\n'), note: `${projects.length} projects` }
}

if (isMain(import.meta)) {
  const { ok, output } = await typecheck()
  if (!ok) console.error(output)
  process.exitCode = ok ? 0 : 1
}
