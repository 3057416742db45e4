import { readArguments } from '../arguments.ts'
import { COMMANDS } from '../command-table.ts'
import type { GatewayConfig } from '../gateway/environment.ts'
import { type OpenGateway, withGateway } from '../gateway/open-gateway.ts'
import { type Command, EXIT, type Io, usageError } from '../io.ts'

type Role = Parameters<OpenGateway['users']['invite']>[0]['role']

const USAGE = 'gateway users needs one of: list · add NAME [--role ROLE] · link NAME · reset-second-factor NAME'

/** `galla gateway users`: the users of the console, for an admin who cannot log in. */
export const gatewayUsers: Command = async (args, io) => {
  const { values, positionals } = readArguments(args, COMMANDS.gateway.commands.users.options)
  const [action = 'list', name, ...others] = positionals
  if (others.length > 0 || (action === 'list') !== (name === undefined)) throw usageError(USAGE)
  if (values.role !== undefined && action !== 'add') throw usageError('--role belongs to gateway users add')
  const run = ACTIONS[action]
  if (!run) throw usageError(USAGE)
  await withGateway(io, (gateway, config) =>
    run(gateway, {
      config,
      io,
      name: name ?? '',
      role: String(values.role ?? 'admin'),
      json: values.json === true,
    }),
  )
  return EXIT.ok
}

interface Request {
  readonly config: GatewayConfig
  readonly io: Io
  readonly name: string
  readonly role: string
  readonly json: boolean
}

const ACTIONS: { readonly [action: string]: (gateway: OpenGateway, request: Request) => Promise<void> } = {
  async list({ users }, { io, json }) {
    const rows = await users.list()
    if (json) io.out(JSON.stringify(rows))
    else
      for (const { name, role, state, hasSecondFactor } of rows)
        io.out([name, role, state, ...(hasSecondFactor ? ['second factor'] : [])].join('  '))
  },
  async add({ users }, request) {
    print(request, await users.invite({ name: request.name, role: request.role as Role }))
  },
  async link({ users }, request) {
    print(request, await users.link(request.name))
  },
  async 'reset-second-factor'({ users }, { io, json, name }) {
    const user = await users.removeSecondFactor(name)
    io.out(json ? JSON.stringify(user) : `${user.name} logs in with the password alone. Their sessions have ended.`)
  },
}

/** The link stands on standard output only: anyone who has it becomes the user. */
function print(
  { config, io, json }: Request,
  { user, token, expiresAtMs }: Awaited<ReturnType<OpenGateway['users']['link']>>,
) {
  const base = config.consoleUrl ?? `http://${config.host}:${config.port}/admin`
  const link = `${base.replace(/\/$/, '')}/invitation#${token}`
  if (json) io.out(JSON.stringify({ name: user.name, role: user.role, link, expiresAtMs }))
  else {
    io.out(`${user.name} (${user.role}) sets a password here, once, until ${new Date(expiresAtMs).toISOString()}:`)
    io.out(link)
  }
}
