import { readArguments, rejectPositionals } from '../arguments.ts'
import { COMMANDS } from '../command-table.ts'
import { withGateway } from '../gateway/open-gateway.ts'
import { type Command, EXIT } from '../io.ts'

/** `galla gateway restored`: says that the database was restored, where the gateway cannot notice it. */
export const markGatewayRestored: Command = async (args, io) => {
  const { values, positionals } = readArguments(args, COMMANDS.gateway.commands.restored.options)
  rejectPositionals('gateway restored', positionals, 'the database is the one of GALLA_DATABASE')
  const restoredAtMs = await withGateway(io, (gateway) => gateway.markRestored())
  if (values.json) io.out(JSON.stringify({ restoredAtMs }))
  else {
    io.out(
      `Orders created before ${new Date(restoredAtMs).toISOString()} are compared with the provider while a gateway runs.`,
    )
    io.out('The page Health of the console shows when that is over.')
  }
  return EXIT.ok
}
