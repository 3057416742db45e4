import { existsSync, readdirSync } from 'node:fs'
import { isMain } from './lib/is-main.mjs'
import { at, root } from './lib/paths.mjs'
import { node } from './lib/run.mjs'

/** Every project of the house, and the tests: all by the native compiler, which checks the whole house in seconds. */
export async function typecheck() {
  const projects = [
    ...['packages', 'apps'].flatMap((folder) =>
      readdirSync(at(folder)).map((name) => `${folder}/${name}/tsconfig.json`),
    ),
    'examples/tsconfig.json',
    'tsconfig.tests.json',
  ].filter((project) => existsSync(at(project)))
  const failed = []
  for (const project of projects) {
    const { ok, output } = await node([at('node_modules/typescript7/bin/tsc'), '-p', at(project), '--pretty', 'false'])
    // A room without a file yet is no fault: TS18003 says just that.
    if (!ok && !output.includes('TS18003')) failed.push(`${project}\n${output.replaceAll(`${root}/`, '')}`)
  }
  return { ok: failed.length === 0, output: failed.join('\n'), note: `${projects.length} projects` }
}

if (isMain(import.meta)) {
  const { ok, output } = await typecheck()
  if (!ok) console.error(output)
  process.exitCode = ok ? 0 : 1
}
