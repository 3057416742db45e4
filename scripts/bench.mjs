/**
 * Side by side against the official SDK, the bare runtime and the bare database driver: `npm run bench`, `-- --quick`,
 * `-- --json`, `-- --only calls,memory`. Figures are of this machine at this moment; only those of one run compare. The exit code is 1
 * when a measure has failed; a target that is missed fails nothing.
 */
import { cpus } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { startProvider } from '../bench/src/lib/processes.mjs'
import { callbacks } from '../bench/src/measures/callbacks.mjs'
import { calls } from '../bench/src/measures/calls.mjs'
import { importTime } from '../bench/src/measures/import-time.mjs'
import { installSize } from '../bench/src/measures/install-size.mjs'
import { latency } from '../bench/src/measures/latency.mjs'
import { memory } from '../bench/src/measures/memory.mjs'
import { polling } from '../bench/src/measures/polling.mjs'
import { reads } from '../bench/src/measures/reads.mjs'
import { sandbox } from '../bench/src/measures/sandbox.mjs'
import { telemetry } from '../bench/src/measures/telemetry.mjs'
import { tls } from '../bench/src/measures/tls.mjs'
import { tokens } from '../bench/src/measures/tokens.mjs'
import { writes } from '../bench/src/measures/writes.mjs'
import { runMeasures } from '../bench/src/run-measures.mjs'
import { cache } from './lib/paths.mjs'

const MEASURES = {
  installSize,
  importTime,
  calls,
  tls,
  callbacks,
  telemetry,
  tokens,
  sandbox,
  memory,
  writes,
  latency,
  reads,
  polling,
}

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    only: { type: 'string', default: Object.keys(MEASURES).join() },
  },
})
const wanted = values.only.split(',')
const unknown = wanted.filter((name) => !Object.hasOwn(MEASURES, name))
if (unknown.length > 0) {
  console.error(`No measure is called '${unknown.join("', '")}'; there are ${Object.keys(MEASURES).join(', ')}`)
  process.exit(2)
}

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
const measureOf = (name) => () => {
  console.error(`measuring ${name} …`)
  return MEASURES[name]({ quick, provider })
}
try {
  const measures = Object.fromEntries(wanted.map((name) => [name, measureOf(name)]))
  const isTerminal = process.stdout.isTTY
  const { failed } = await runMeasures({ measures, machine, file, json, isTerminal, print: console.log })
  process.exitCode = failed > 0 ? 1 : 0
} finally {
  await provider.stop()
}
console.error(
  `${machine.cpu}, ${machine.cores} cores, Node ${machine.node}; the rows are in ${relative(process.cwd(), file)}`,
)
