import { readFileSync } from 'node:fs'
import { readArguments, rejectPositionals } from '../arguments.ts'
import { COMMANDS } from '../command-table.ts'
import { isMissing } from '../gateway/load-gateway.ts'
import { CliError, type Command, EXIT } from '../io.ts'
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

/** Loads the server, whose packages the other commands do not need: both are optional peers. @throws CliError with the line that installs them */
async function loadServer(): Promise<typeof import('../mcp/serve.ts')> {
  try {
    return await import('../mcp/serve.ts')
  } catch (error) {
    const names = ['@modelcontextprotocol/sdk', 'zod']
    if (!names.some((name) => isMissing(error, name))) throw error
    throw new CliError(`galla mcp needs the packages ${names.join(' and ')}: npm install ${names.join(' ')}`)
  }
}
