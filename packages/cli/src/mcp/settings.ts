import { staysHere } from '@galla/http-server/loopback'
import { readUrl } from '../arguments.ts'
import { type ReadFile, tryRead } from '../gateway/read-variables.ts'
import { textOf, textProblem } from '../gateway/value-text.ts'
import { type Io, usageError } from '../io.ts'
import { sandboxAddress } from '../sandbox-client.ts'

/** Where the gateway is, and the key that opens it. */
export interface GatewayAccess {
  /** Address of the merchant API, without a trailing slash. */
  readonly url: string
  readonly key: string
}

export interface McpSettings {
  /** Absent with `--without-gateway`. */
  readonly gateway?: GatewayAccess
  /** Address of the sandbox on this machine, without a trailing slash. */
  readonly sandboxUrl: string
}

/** Options of the command line. */
interface McpOptions {
  readonly url?: string | undefined
  readonly sandbox?: string | undefined
  readonly 'without-gateway'?: boolean | undefined
}

const DEFAULT_URL = 'http://127.0.0.1:4600/merchant'
const KEY = 'GALLA_MCP_KEY'
const STORED_KEY = /^galla_(?:live|test)_[0-9a-f]{56}$/
const CREATE = 'galla gateway keys create assistant --scopes read,operations,refunds:request'

/** @throws CliError naming the option or variable that is wrong, never the key */
export function readMcpSettings(io: Pick<Io, 'env'>, options: McpOptions, readFile: ReadFile): McpSettings {
  const sandboxUrl = sandboxAddress(io, options.sandbox)
  if (!staysHere(new URL(sandboxUrl).hostname))
    throw usageError(`--sandbox, GALLA_SANDBOX: must be a sandbox on this machine; got '${sandboxUrl}'`)
  if (options['without-gateway']) {
    if (options.url !== undefined) throw usageError('--url has no effect with --without-gateway: remove one')
    return { sandboxUrl }
  }
  const url = (readUrl('--url', options.url, DEFAULT_URL) ?? DEFAULT_URL).replace(/\/+$/, '')
  const { protocol, hostname, username } = new URL(url)
  if (username !== '') throw usageError('--url must not hold a user or a password: the key goes into GALLA_MCP_KEY')
  if (protocol === 'http:' && !staysHere(hostname))
    throw usageError(`--url must be an https URL, because the key goes there; got '${url}'`)
  return { gateway: { url, key: readKey(io, readFile) }, sandboxUrl }
}

function readKey(io: Pick<Io, 'env'>, readFile: ReadFile): string {
  const given = textOf(io.env[KEY] ?? '')
  const path = textOf(io.env[`${KEY}_FILE`] ?? '')
  if (given === '' && path === '')
    throw usageError(
      `${KEY} is missing. Create a key with ${CREATE}; or name a file with it in ${KEY}_FILE. For the documentation and the sandbox alone: galla mcp --without-gateway`,
    )
  if (given !== '' && path !== '') throw usageError(`${KEY} and ${KEY}_FILE are both set: remove one`)
  const key = given || tryRead(path, readFile)
  const subject = given === '' ? `${KEY}_FILE names a file that` : KEY
  if (key === undefined) throw usageError(`${KEY}_FILE names a file that cannot be read: ${path}`)
  const odd = textProblem(key)
  if (odd !== undefined) throw usageError(`${subject} ${odd}`)
  if (!STORED_KEY.test(key))
    throw usageError(
      `${KEY} must be a stored key, galla_live_… or galla_test_… of 67 characters; it has ${key.length}. A key of GALLA_MERCHANT_KEY may do everything and is refused here. Create one with ${CREATE}`,
    )
  return key
}
