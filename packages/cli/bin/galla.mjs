#!/usr/bin/env node
import { existsSync } from 'node:fs'

const beside = (path) => new URL(path, import.meta.url)
const main = beside('../dist/main.mjs')
const house = beside('../../../scripts/build.mjs')

// In the repository the command may be asked for before anything was built; in the published package there is nothing to build.
const isBuilt = [main, beside('../../sandbox/dist/index.mjs'), beside('../../sdk/dist/index.mjs')].every((url) =>
  existsSync(url),
)
if (!isBuilt && existsSync(house)) {
  const { build } = await import(house.href)
  const { failed } = await build({ quiet: true, tell: console.error })
  if (failed.length > 0) {
    console.error(`galla cannot start before ${failed.join(', ')} can be built: what went wrong is above`)
    process.exit(1)
  }
}

const { run } = await import(main.href)
process.exitCode = await run(process.argv.slice(2))
