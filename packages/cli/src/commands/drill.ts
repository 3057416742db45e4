import { readArguments, readInteger, readUrl } from '../arguments.ts'
import { COMMANDS } from '../command-table.ts'
import { defined } from '../defined.ts'
import { countNames, readEffects } from '../effects.ts'
import { type Command, EXIT, usageError } from '../io.ts'
import { formatDrillReport } from '../output/format.ts'
import { createSandboxClient, sandboxAddress } from '../sandbox-client.ts'

const EXAMPLE = 'http://127.0.0.1:3000/callbacks'
const DEFAULT_WAIT_SEC = 2
const MAX_WAIT_SEC = 60

export const drill: Command = async (args, io) => {
  const { values, positionals } = readArguments(args, COMMANDS.drill.options)
  const [argument, more] = positionals
  const url = readUrl('drill URL', argument, EXAMPLE)
  if (!url || more !== undefined) throw usageError(`drill takes one URL: galla drill ${EXAMPLE}`)
  const waitMs = (readInteger('--wait', values.wait, MAX_WAIT_SEC) ?? DEFAULT_WAIT_SEC) * 1000

  const { effects, only, order, reference } = values
  if (reference !== undefined && order === undefined)
    throw usageError('--reference is the name of your app for the order of --order: name that order too')
  const before = effects === undefined ? '' : await readEffects(io, effects, 'empty when missing')
  const callSandbox = createSandboxClient(io, sandboxAddress(io, values.sandbox))
  let report = await callSandbox('POST /drill', { body: { url, waitMs, ...defined({ only, order }) } })
  if (effects !== undefined) {
    // Work that the app does after its answers.
    await io.pause(waitMs)
    const { gradeEffects } = await import('@galla/sandbox')
    const after = await readEffects(io, effects)
    const count = (id: string): number => {
      const names = id === order && reference !== undefined ? [id, reference] : [id]
      return countNames(after, names) - countNames(before, names)
    }
    report = gradeEffects(report, new Map(report.orders.map(({ merchantOrderId: id }) => [id, count(id)])))
  }
  io.out(values.json ? JSON.stringify(report) : formatDrillReport(report))
  return report.checks.every(({ passed }) => passed) ? EXIT.ok : EXIT.failed
}
