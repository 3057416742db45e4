#!/usr/bin/env node
import { existsSync } from 'node:fs'

const built = new URL('../dist/main.mjs', import.meta.url)
if (existsSync(built)) {
  const { run } = await import(built.href)
  process.exitCode = await run(process.argv.slice(2))
} else {
  console.error('galla is not built yet: run `npm run build` at the root of the repository.')
  process.exitCode = 2
}
