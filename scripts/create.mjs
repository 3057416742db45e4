import { resolve } from 'node:path'
import { cache } from './lib/paths.mjs'
import { setup } from './setup.mjs'

// `npm run create -- <folder>`: `npm create galla` with the packages of this clone, because npm has none yet.
await setup()
const { packTarballs } = await import('./lib/pack-tarballs.mjs')
const packages = await packTarballs(resolve(cache, 'create'))
// npm runs scripts in the folder of the repository.
process.chdir(process.env.INIT_CWD ?? '.')
const { create } = await import('create-galla')
process.exitCode = await create([...process.argv.slice(2), '--packages', packages])
