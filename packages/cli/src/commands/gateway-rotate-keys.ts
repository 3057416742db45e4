import type { RotatedTable } from '@galla/gateway'
import { readArguments, rejectPositionals } from '../arguments.ts'
import { COMMANDS } from '../command-table.ts'
import { withGateway } from '../gateway/open-gateway.ts'
import { CliError, type Command, EXIT } from '../io.ts'
import { progressOn } from '../output/progress.ts'

const textOf = ({ table, read, encrypted }: RotatedTable) => `${table}: ${read} read, ${encrypted} encrypted`

/** `galla gateway rotate-keys`: encrypts all stored personal data with the first of GALLA_DATA_KEYS. */
export const rotateGatewayKeys: Command = async (args, io) => {
  const { values, positionals } = readArguments(args, COMMANDS.gateway.commands['rotate-keys'].options)
  rejectPositionals('gateway rotate-keys', positionals, 'set GALLA_DATA_KEYS, the new key first')
  const progress = progressOn(io)
  const tables = await withGateway(io, (gateway) =>
    gateway.rotateDataKeys((table) => progress(() => `${textOf(table)} so far`)),
  )
  for (const table of tables) io.err(textOf(table))
  const unreadable = tables.reduce((sum, one) => sum + one.unreadable, 0)
  const encrypted = tables.reduce((sum, one) => sum + one.encrypted, 0)
  if (values.json) io.out(JSON.stringify({ tables, encrypted, unreadable }))
  else io.out(`${encrypted} ${encrypted === 1 ? 'row was' : 'rows were'} encrypted with the first key.`)
  if (unreadable > 0)
    throw new CliError(
      `${unreadable} ${unreadable === 1 ? 'row has' : 'rows have'} a value that none of the keys opens: add the key that is missing, and run it again`,
    )
  return EXIT.ok
}
