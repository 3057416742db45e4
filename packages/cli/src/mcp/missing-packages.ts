import { isMissing } from '../gateway/load-gateway.ts'
import { CliError } from '../io.ts'

/** The error about optional peers that are not installed, with the line that installs them; any other error as it is. */
export function missingPackages(error: unknown): unknown {
  const names = ['@modelcontextprotocol/sdk', 'zod']
  if (!names.some((name) => isMissing(error, name))) return error
  return new CliError(`galla mcp needs the packages ${names.join(' and ')}: npm install ${names.join(' ')}`)
}
