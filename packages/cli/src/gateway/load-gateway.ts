import { CliError } from '../io.ts'

/**
 * Imports `@galla/gateway`, which the other commands do not need: it is an optional peer, as is `@galla/postgres`.
 * @throws CliError with the line that installs it
 */
export async function loadGateway(): Promise<typeof import('@galla/gateway')> {
  try {
    return await import('@galla/gateway')
  } catch (error) {
    if (!isMissing(error, '@galla/gateway')) throw error
    throw new CliError(
      'galla gateway needs the package @galla/gateway: npm install @galla/gateway (and @galla/postgres, if GALLA_DATABASE is a folder)',
    )
  }
}

/** Imports the subscriptions of `@galla/gateway`, which was imported before. */
export const loadSubscriptions = (): Promise<typeof import('@galla/gateway/subscriptions')> =>
  import('@galla/gateway/subscriptions')

/** The error about packages of `galla mcp` that are not installed, with the line that installs them; any other error as it is. */
export function missingMcpPackages(error: unknown): unknown {
  const names = ['@modelcontextprotocol/sdk', 'zod']
  if (!names.some((name) => isMissing(error, name))) return error
  return new CliError(`galla mcp needs the packages ${names.join(' and ')}: npm install ${names.join(' ')}`)
}

/** Returns whether an import failed because this package is missing, and not another one that the package itself fails to find. */
function isMissing(error: unknown, name: string): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return code === 'ERR_MODULE_NOT_FOUND' && String(message).includes(`'${name}'`)
}
