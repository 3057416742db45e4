import { readFileSync } from 'node:fs'
import type { GatewayError } from '@galla/gateway'
import { defined } from '../defined.ts'
import { CliError, type Io, usageError } from '../io.ts'
import { databaseError } from './database-errors.ts'
import { environmentError, type GatewayConfig, readGatewayEnvironment } from './environment.ts'
import { loadGateway } from './load-gateway.ts'

type Loaded = Awaited<ReturnType<typeof loadGateway>>
export type OpenGateway = Awaited<ReturnType<Loaded['createGateway']>>

/**
 * Runs one command on the gateway of the environment variables, without its workers, and stops it.
 * @throws CliError for a variable that is wrong, a database that cannot be opened, and arguments that the gateway refuses
 */
export async function withGateway<Result>(
  io: Io,
  run: (gateway: OpenGateway, config: GatewayConfig) => Promise<Result>,
): Promise<Result> {
  const { config, problems } = readGatewayEnvironment(io.env, (path) => readFileSync(path, 'utf8'))
  if (!config) throw environmentError(problems)
  const { createGateway, isGatewayError } = await loadGateway()
  const { environment, clientId, clientSecret, database, migrate, dataKeys, dataKeysLost, callbackCredentials } = config
  const { hostsWithoutTls, orderIdPrefix } = config
  const settings = {
    ...{ environment, clientId, clientSecret, database, migrate, callbackCredentials, orderIdPrefix },
    ...defined({ dataKeys, dataKeysLost, hostsWithoutTls }),
  }
  const gateway = await createGateway(settings).catch((error: unknown) => {
    throw databaseError(error)
  })
  try {
    return await run(gateway, config)
  } catch (error) {
    if (isGatewayError(error)) throw commandError(error)
    throw error
  } finally {
    await gateway.stop()
  }
}

/** The message, and below it the section of the documentation about the code. */
function commandError({ code, message, docsUrl }: GatewayError): CliError {
  const text = `${message}\n  ${docsUrl}`
  return code === 'INVALID_REQUEST' ? usageError(text) : new CliError(text)
}
