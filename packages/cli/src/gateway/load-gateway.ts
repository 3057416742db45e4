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

/** Returns whether an import failed because this package is missing, and not another one that the package itself fails to find. */
export function isMissing(error: unknown, name: string): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return code === 'ERR_MODULE_NOT_FOUND' && String(message).includes(`'${name}'`)
}
