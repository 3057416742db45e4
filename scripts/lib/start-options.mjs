import { parseArgs } from 'node:util'

/**
 * What may stand behind `npm start --`.
 * @throws Error whose message is one sentence for the person who typed it
 */
export function startOptions(args) {
  const { values } = parseArgs({
    args,
    options: { once: { type: 'boolean' }, json: { type: 'boolean' }, port: { type: 'string', default: '4500' } },
  })
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535)
    throw new Error(`--port takes a number up to 65535, 0 for any free port; got '${values.port}'`)
  return { once: values.once ?? false, json: values.json ?? false, port: Number(values.port) }
}
