import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cache } from './paths.mjs'

/** The provider takes the port, shop and console the next two; `npm run dev` serves its pages three ports further. */
const MAX_PORT = 65_529

export const START_HELP = `npm start -- [options]

  --once          One payment and one refund with an empty database, and an exit code
  --json          JSON on standard output, for programs
  --fresh         Empties the database first
  --data FOLDER   Folder of the database; without it that of the last run
  --port PORT     Port of the provider; shop and console take the next two. 0: any free ports. 4500 by default
  --help          This page`

/**
 * Options of `npm start --`; undefined when they ask for help.
 * @param {readonly string[]} args
 * @throws Error with one sentence for the person who typed them
 */
export function startOptions(args) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      once: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
      data: { type: 'string' },
      port: { type: 'string', default: '4500' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > MAX_PORT)
    throw new Error(`--port must be a number up to ${MAX_PORT}, or 0 for any free ports; got '${values.port}'`)
  const port = Number(values.port)
  const { once, json, fresh } = values
  // One payment starts with an empty database; so does a run on any free ports that names no folder.
  const data = once ? undefined : (values.data ?? (port > 0 ? join(cache, 'shop') : undefined))
  return { once, json, fresh, port, data }
}

/** The options of this process. Prints what is wrong with them and exits with 2, or the help and exits with 0. */
export function readStartOptions() {
  try {
    const options = startOptions(process.argv.slice(2))
    if (options) return options
    console.log(START_HELP)
    process.exit(0)
  } catch (error) {
    console.error(error.message)
    process.exit(2)
  }
}
