import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cache } from './paths.mjs'

/** The provider takes the port, the shop and the console the next two. */
const MOST_PORT = 65_533

/**
 * What may stand behind `npm start --`.
 * @throws Error whose message is one sentence for the person who typed it
 */
export function startOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      once: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
      data: { type: 'string' },
      port: { type: 'string', default: '4500' },
    },
  })
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > MOST_PORT)
    throw new Error(`--port takes a number up to ${MOST_PORT}, 0 for any free ports; got '${values.port}'`)
  const port = Number(values.port)
  const { once, json, fresh } = values
  // A check begins with empty books, and so does a program that takes any ports at all, unless it names a folder.
  const data = once ? undefined : (values.data ?? (port > 0 ? join(cache, 'shop') : undefined))
  return { once, json, fresh, port, data }
}
