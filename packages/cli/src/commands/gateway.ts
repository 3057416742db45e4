import { readFileSync } from 'node:fs'
import { readyLine } from '@galla/http-server/ready-line'
import { readArguments } from '../arguments.ts'
import { Failure, wrongUse } from '../failure.ts'
import { readGatewayEnvironment } from '../gateway-environment.ts'
import { troubleOf } from '../gateway-trouble.ts'
import { type Command, EXIT } from '../io.ts'

export const command: Command = async (args, io) => {
  const { values, positionals } = readArguments(args, { check: { type: 'boolean' }, json: { type: 'boolean' } })
  if (positionals[0] !== undefined) throw wrongUse(`gateway takes no word such as '${positionals[0]}'`)
  const { config, problems } = readGatewayEnvironment(io.env, (path) => readFileSync(path, 'utf8'))
  if (!config) throw wrongUse(`the environment is not right:\n  ${problems.join('\n  ')}`)
  if (values.check) {
    io.out(`The environment is complete: ${config.environment}, client ${config.clientId}.`)
    return EXIT.ok
  }

  const { CONSOLE_PATH, MERCHANT_PATH, SHOP_PATH, serveGateway } = await import('../gateway-server.ts')
  const served = await serveGateway(config, io.err).catch((error: unknown) => {
    throw error instanceof Failure ? error : new Failure(troubleOf(error, config))
  })
  const console = config.consolePassword === undefined ? {} : { console: `${served.url}${CONSOLE_PATH}/` }
  const merchant = config.merchant === undefined ? {} : { merchant: `${served.url}${MERCHANT_PATH}` }
  if (values.json) io.out(readyLine({ gateway: `${served.url}${SHOP_PATH}`, ...console, ...merchant }).trimEnd())
  else {
    io.out(`The books are open: ${config.environment}, client ${config.clientId}`)
    io.out(`  callbacks   ${served.url}${SHOP_PATH}/callbacks`)
    io.out(`  console     ${console.console ?? 'none: set GALLA_CONSOLE_PASSWORD'}`)
    io.out(`  merchant    ${merchant.merchant ?? 'none: set GALLA_MERCHANT_KEY'}`)
    io.out('\nCtrl-C stops it, after what was begun is finished.')
  }
  await stopped(io.stop)
  await served.stop()
  return EXIT.ok
}

const stopped = (stop: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (stop.aborted) resolve()
    else stop.addEventListener('abort', () => resolve(), { once: true })
  })
