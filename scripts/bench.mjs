/**
 * Side by side against the official SDK, the bare runtime and the bare database driver: `npm run bench`, `-- --quick`,
 * `-- --json`, `-- --only calls,memory`. Figures are of this machine at this moment; only those of one run compare. The exit code is 1
 * when a measure has failed; a target that is missed fails nothing.
 */
import { cpus } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { cache } from './lib/paths.mjs'
import { setup } from './setup.mjs'

/** Measures in the order in which they run: `importTime` is exported by `bench/src/measures/import-time.mjs`. */
const MEASURES =
  'installSize,importTime,calls,tls,callbacks,telemetry,tokens,sandbox,memory,writes,latency,reads,polling'.split(',')

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    only: { type: 'string', default: MEASURES.join() },
  },
})
const wanted = values.only.split(',')
const unknown = wanted.filter((name) => !MEASURES.includes(name))
if (unknown.length > 0) {
  console.error(`No measure is called '${unknown.join("', '")}'; there are ${MEASURES.join(', ')}`)
  process.exit(2)
}

await setup()
// Imported afterwards: setup and build may just have made what these import.
const { build } = await import('./build.mjs')
const built = await build({ quiet: true, print: console.error })
if (built.failed.length > 0) process.exit(1)
const [{ startProvider }, { runMeasures }] = await Promise.all([
  import('../bench/src/lib/processes.mjs'),
  import('../bench/src/run-measures.mjs'),
])

const { quick, json } = values
const file = join(cache, 'bench.jsonl')
const machine = {
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  quick,
}
const provider = await startProvider()
const measureOf = (name) => async (context) => {
  console.error(`measuring ${name} …`)
  const module = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const { [name]: measure } = await import(`../bench/src/measures/${module}.mjs`)
  return measure(context)
}
try {
  const measures = Object.fromEntries(wanted.map((name) => [name, measureOf(name)]))
  const isTerminal = process.stdout.isTTY
  const context = { quick, provider }
  const { failed } = await runMeasures({ measures, context, machine, file, json, isTerminal, print: console.log })
  process.exitCode = failed > 0 ? 1 : 0
} finally {
  await provider.stop()
}
console.error(
  `${machine.cpu}, ${machine.cores} cores, Node ${machine.node}; the rows are in ${relative(process.cwd(), file)}`,
)
