import { readArguments } from '../arguments.ts'
import { connect, sandboxAddress } from '../control.ts'
import { wrongUse } from '../failure.ts'
import { type Command, EXIT } from '../io.ts'
import { drillReport } from '../print/drill-report.ts'

export const command: Command = async (args, io) => {
  const { values, positionals } = readArguments(args, {
    only: { type: 'string', multiple: true },
    json: { type: 'boolean' },
    sandbox: { type: 'string' },
  })
  const [url, more] = positionals
  if (!url || more !== undefined) throw wrongUse('drill takes one address: galla drill http://127.0.0.1:3000/callbacks')
  if (!URL.canParse(url)) throw wrongUse(`'${url}' is not an address. Write it whole: http://127.0.0.1:3000/callbacks`)

  const control = connect(io, sandboxAddress(io, values.sandbox))
  const report = await control('POST /drill', { body: values.only ? { url, only: values.only } : { url } })
  io.out(values.json ? JSON.stringify(report) : drillReport(report))
  return report.checks.every(({ passed }) => passed) ? EXIT.ok : EXIT.failed
}
