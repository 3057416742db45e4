import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cache } from './paths.mjs'

/** The provider takes the port, shop and console the next two; `npm run dev` serves its pages three ports further. */
const MAX_PORT = 65_529

/**
 * Options of `npm start --`.
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
    },
  })
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > MAX_PORT)
    throw new Error(`--port must be a number up to ${MAX_PORT}, or 0 for any free ports; got '${values.port}'`)
  const port = Number(values.port)
  const { once, json, fresh } = values
  // One payment starts with an empty database; so does a run on any free ports that names no folder.
  const data = once ? undefined : (values.data ?? (port > 0 ? join(cache, 'shop') : undefined))
  return { once, json, fresh, port, data }
}

/** The options of this process. Prints what is wrong with them and exits with 2. */
export function readStartOptions() {
  try {
    return startOptions(process.argv.slice(2))
  } catch (error) {
    console.error(error.message)
    process.exit(2)
  }
}
