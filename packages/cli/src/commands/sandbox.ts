import { staysHere } from '@galla/http-server/loopback'
import { readyLine } from '@galla/http-server/ready-line'
import type { Quirks } from '@galla/sandbox'
import { readAppearance } from '../appearance-file.ts'
import { readArguments, readInteger, readUrl, rejectPositionals } from '../arguments.ts'
import { COMMANDS } from '../command-table.ts'
import { defined } from '../defined.ts'
import { CliError, type Command, EXIT, type Io, stopped, usageError } from '../io.ts'
import { DEFAULT_PORT } from '../sandbox-client.ts'

export const sandbox: Command = async (args, io) => {
  const { values, positionals } = readArguments(args, COMMANDS.sandbox.options)
  rejectPositionals('sandbox', positionals, 'its options start with --')
  const port = readInteger('--port', values.port, 65_535) ?? DEFAULT_PORT
  const callbacks = readReceiver(values)
  const { seed, profile, state, host, origin, 'allow-host': allowedHosts } = values
  const quirks = readQuirks(values.quirks)
  const appearance = readAppearance(values.appearance)

  const { serveSandbox } = await import('@galla/sandbox')
  const server = await serveSandbox({
    port,
    fallbackToFreePort: true,
    ...defined({ callbacks, seed, profile, state, quirks, appearance, host, origin, allowedHosts }),
  }).catch(throwStartError)
  if (values.json) io.out(readyLine({ provider: server.url }).trimEnd())
  else printAddresses(io, server.url, port, callbacks?.url)

  await stopped(io.stop)
  await server.close()
  return EXIT.ok
}

interface ReceiverOptions {
  'callback-url'?: string | undefined
  'callback-username'?: string | undefined
  'callback-password'?: string | undefined
  hmac?: string | undefined
  'hmac-key-id'?: string | undefined
}

/** Where the sandbox sends callbacks, and with which credentials. Undefined without options. */
function readReceiver(options: ReceiverOptions) {
  const { 'callback-username': username, 'callback-password': password } = options
  if ((username === undefined) !== (password === undefined)) {
    throw usageError('--callback-username and --callback-password must be given together')
  }
  const url = readUrl('--callback-url', options['callback-url'], 'http://127.0.0.1:3000/callbacks')
  const { hmac: secretKey, 'hmac-key-id': keyId } = options
  if (secretKey === '') throw usageError('--hmac takes the secret key that signs the callbacks')
  if (keyId !== undefined && secretKey === undefined) throw usageError('--hmac-key-id has no effect without --hmac')
  if (url === undefined && username === undefined && secretKey === undefined) return undefined
  return { ...defined({ url, secretKey, keyId }), ...(username && password ? { username, password } : {}) }
}

/** `strict`, or `duplicateOrder=ORDER_ALREADY_EXISTS,qrData=base64`. The sandbox checks names and values. */
function readQuirks(texts: readonly string[] | undefined): string | Partial<Quirks> | undefined {
  const words = (texts ?? []).flatMap((text) => text.split(',')).map((word) => word.trim())
  const [first, ...others] = words
  if (first === undefined) return undefined
  if (!first.includes('=') && others.length === 0) return first
  const pairs = words.map((word) => {
    const [, name, value] = /^(\w+)=(.+)$/.exec(word) ?? []
    if (name !== undefined && value !== undefined) return [name, quirkValue(name, value)] as const
    throw usageError(`--quirks takes one profile, or NAME=VALUE pairs separated by commas; got '${word}'`)
  })
  return Object.fromEntries(pairs) as Partial<Quirks>
}

/** Quirks are flags, numbers or words; one word consists of digits. */
function quirkValue(name: string, text: string): boolean | number | string {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^\d+$/.test(text) && name !== 'unauthorizedCode' ? Number(text) : text
}

function printAddresses({ out }: Io, url: string, wantedPort: number, callbackUrl: string | undefined): void {
  if (wantedPort !== 0 && !url.endsWith(`:${wantedPort}`))
    out(`Port ${wantedPort} is in use; listening on a free one.\n`)
  out(`Sandbox listening on ${url}`)
  const { hostname } = new URL(url)
  const named = staysHere(hostname) ? '' : `, hostsWithoutTls: ['${hostname}']`
  out(`  SDK        new Galla({ …, hosts: '${url}'${named} }), with any client id and secret`)
  out(`  callbacks  ${callbackUrl ?? 'not sent; set --callback-url URL'}`)
  out(`  logs       galla logs --follow${url.endsWith(`:${DEFAULT_PORT}`) ? '' : ` --sandbox ${url}`}`)
  out('\nPress Ctrl-C to stop.')
}

/** An unknown profile is wrong usage; a missing folder of the state file or a port below 1024 is a failure. */
function throwStartError(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error)
  throw error instanceof TypeError ? usageError(message) : new CliError(`the sandbox did not start: ${message}`)
}
