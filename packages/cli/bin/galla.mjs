#!/usr/bin/env node
import { existsSync } from 'node:fs'

const resolve = (path) => new URL(path, import.meta.url)
const main = resolve('../dist/main.mjs')
const buildScript = resolve('../../../scripts/build.mjs')

// A checkout of the repository may not be built yet. The published package contains dist and no build script.
const isBuilt = [main, resolve('../../sandbox/dist/index.mjs'), resolve('../../sdk/dist/index.mjs')].every((url) =>
  existsSync(url),
)
if (!isBuilt && existsSync(buildScript)) {
  const { build } = await import(buildScript.href)
  const { failed } = await build({ quiet: true, print: console.error })
  if (failed.length > 0) {
    console.error(`galla: cannot start, because the build of ${failed.join(', ')} failed (see the output above)`)
    process.exit(1)
  }
}

const { run } = await import(main.href)
process.exitCode = await run(process.argv.slice(2))
