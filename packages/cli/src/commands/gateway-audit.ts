import { readArguments, rejectPositionals } from '../arguments.ts'
import { COMMANDS } from '../command-table.ts'
import { defined } from '../defined.ts'
import { withGateway } from '../gateway/open-gateway.ts'
import { type Command, EXIT } from '../io.ts'

/** `galla gateway audit [--after ID]`: the audit log as JSON lines, for a SIEM. */
export const gatewayAudit: Command = async (args, io) => {
  const { values, positionals } = readArguments(args, COMMANDS.gateway.commands.audit.options)
  rejectPositionals('gateway audit', positionals, 'it prints the entries after --after ID')
  await withGateway(io, async ({ auditLines }) => {
    for await (const line of auditLines(defined({ after: values.after }))) io.out(line.trimEnd())
  })
  return EXIT.ok
}
