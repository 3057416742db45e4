import { readArguments, readUrl } from '../arguments.ts'
import { defined } from '../defined.ts'
import { type Command, EXIT, usageError } from '../io.ts'
import { formatDrillReport } from '../output/format.ts'
import { createSandboxClient, sandboxAddress } from '../sandbox-client.ts'

const EXAMPLE = 'http://127.0.0.1:3000/callbacks'

export const drill: Command = async (args, io) => {
  const { values, positionals } = readArguments(args, {
    only: { type: 'string', multiple: true },
    json: { type: 'boolean' },
    sandbox: { type: 'string' },
  })
  const [argument, more] = positionals
  const url = readUrl('drill URL', argument, EXAMPLE)
  if (!url || more !== undefined) throw usageError(`drill takes one URL: galla drill ${EXAMPLE}`)

  const callSandbox = createSandboxClient(io, sandboxAddress(io, values.sandbox))
  const report = await callSandbox('POST /drill', { body: defined({ url, only: values.only }) })
  io.out(values.json ? JSON.stringify(report) : formatDrillReport(report))
  return report.checks.every(({ passed }) => passed) ? EXIT.ok : EXIT.failed
}
