/**
 * Side by side against the official SDK, the bare runtime and the bare database driver: `npm run bench`, `-- --quick`,
 * `-- --json`, `-- --only calls,memory`. Figures are of this machine at this moment; only those of one run compare.
 */
import { cpus } from 'node:os'
import { startProvider } from '../bench/src/lib/processes.mjs'
import { printRows } from '../bench/src/lib/rows.mjs'
import { callbacks } from '../bench/src/measures/callbacks.mjs'
import { calls } from '../bench/src/measures/calls.mjs'
import { importTime } from '../bench/src/measures/import-time.mjs'
import { installSize } from '../bench/src/measures/install-size.mjs'
import { memory } from '../bench/src/measures/memory.mjs'
import { polling } from '../bench/src/measures/polling.mjs'
import { reads } from '../bench/src/measures/reads.mjs'
import { sandbox } from '../bench/src/measures/sandbox.mjs'
import { telemetry } from '../bench/src/measures/telemetry.mjs'
import { tls } from '../bench/src/measures/tls.mjs'
import { tokens } from '../bench/src/measures/tokens.mjs'
import { writes } from '../bench/src/measures/writes.mjs'

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
  reads,
  polling,
}

const flag = (name) => process.argv.includes(`--${name}`)
const only = process.argv[process.argv.indexOf('--only') + 1]
const wanted = flag('only') ? (only ?? '').split(',') : Object.keys(MEASURES)
const unknown = wanted.filter((name) => !Object.hasOwn(MEASURES, name))
if (unknown.length > 0) {
  console.error(`No measure is called '${unknown.join("', '")}'; there are ${Object.keys(MEASURES).join(', ')}`)
  process.exit(2)
}

const provider = await startProvider()
const rows = []
try {
  for (const name of wanted) {
    if (!flag('json')) console.error(`measuring ${name} …`)
    rows.push(...(await MEASURES[name]({ quick: flag('quick'), provider })))
  }
} finally {
  await provider.stop()
}

const machine = {
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cpu: cpus()[0]?.model,
  cores: cpus().length,
}
if (flag('json')) console.log(JSON.stringify({ machine, quick: flag('quick'), rows }, null, 2))
else {
  printRows(rows)
  const judged = rows.filter(({ met }) => met !== null)
  console.log(
    `\n${judged.filter(({ met }) => met).length} of ${judged.length} targets met · ${machine.cpu}, ${machine.cores} cores, Node ${machine.node}`,
  )
}
