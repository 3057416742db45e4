import { readFileSync } from 'node:fs'
import { readArguments, rejectPositionals } from '../arguments.ts'
import { COMMANDS } from '../command-table.ts'
import { missingMcpPackages } from '../gateway/load-gateway.ts'
import { type Command, EXIT } from '../io.ts'
import { readMcpSettings } from '../mcp/settings.ts'

/** `galla mcp`: a server of the Model Context Protocol over standard input and output. */
export const mcp: Command = async (args, io) => {
  const { values, positionals } = readArguments(args, COMMANDS.mcp.options)
  rejectPositionals('mcp', positionals, 'name the gateway with --url')
  const settings = readMcpSettings(io, values, (path) => readFileSync(path, 'utf8'))
  const { serveMcp } = await loadServer()
  await serveMcp(io, settings)
  return EXIT.ok
}

/** Loads the server, whose packages the other commands do not need: both are optional peers. */
async function loadServer(): Promise<typeof import('../mcp/serve.ts')> {
  try {
    return await import('../mcp/serve.ts')
  } catch (error) {
    throw missingMcpPackages(error)
  }
}
