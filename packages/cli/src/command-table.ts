import type { ParseArgsConfig } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>

/** A command, for its own parser, the overview of `galla help` and the completion of shells. */
interface CommandInfo {
  /** Arguments behind the name, as the overview shows them. */
  readonly usage?: string
  readonly summary: string
  readonly options?: Options
  /** Commands below: `migrate` of `gateway migrate`. */
  readonly commands?: { readonly [name: string]: CommandInfo }
  /** Words that an argument may be. */
  readonly words?: readonly string[]
}

const text = { type: 'string' } as const
const texts = { type: 'string', multiple: true } as const
const flag = { type: 'boolean' } as const
const json = flag
const sandbox = text

/** All commands, in the order of the overview. Each parses the options that stand here, and no others; `init` is parsed by `create-galla`. */
export const COMMANDS = {
  init: {
    usage: '[folder]',
    summary: 'add payments to a project: packages, a route for callbacks, a test',
    options: {
      framework: { type: 'string', short: 'f' },
      ...{ gateway: flag, 'no-gateway': flag, ts: flag, js: flag, 'no-install': flag, packages: text, json },
      yes: { type: 'boolean', short: 'y' },
      help: { type: 'boolean', short: 'h' },
    },
  },
  sandbox: {
    summary: 'run the provider on this machine: API, hosted page, callbacks',
    options: {
      ...{ port: text, host: text, 'allow-host': texts, origin: text, json },
      ...{ 'callback-url': text, 'callback-username': text, 'callback-password': text },
      ...{ hmac: text, 'hmac-key-id': text },
      ...{ quirks: texts, seed: text, profile: text, state: text, appearance: text },
    },
  },
  run: {
    usage: '-- <program>',
    summary: "run a Node program whose requests to PhonePe's hosts go to the sandbox",
    options: { sandbox },
  },
  pay: {
    usage: '<order>',
    summary: 'pay an order as its payer and bank would',
    options: { outcome: text, instrument: text, 'keep-open': flag, json, sandbox },
  },
  trigger: {
    usage: '<event>',
    summary: 'send a callback to your app now',
    options: { order: text, refund: text, mandate: text, fault: text, 'callback-only': flag, json, sandbox },
  },
  logs: {
    summary: "list API calls and callback deliveries, with your app's answers",
    options: {
      ...{ kind: text, id: text, event: text, failed: flag, limit: text },
      follow: { type: 'boolean', short: 'f' },
      ...{ resend: texts, 'resend-failed': flag, json, sandbox },
    },
  },
  drill: {
    usage: '<url>',
    summary: 'test a callback endpoint against duplicates, forgeries and more',
    options: { only: texts, order: text, reference: text, effects: text, wait: text, json, sandbox },
  },
  doctor: {
    usage: '[folder]',
    summary: 'check a project: old code, credentials, clock, callbacks',
    options: { host: text, 'callback-url': text, json },
  },
  gateway: {
    summary: 'run the gateway as a server: callbacks, payers, console',
    options: { check: flag, json },
    commands: {
      migrate: { summary: 'bring its database to the schema of this release', options: { 'dry-run': flag, json } },
      'rotate-keys': { summary: 'encrypt stored personal data with a new key', options: { json } },
      restored: { summary: 'compare its orders with the provider, after a restore', options: { json } },
      erase: {
        summary: 'erase the personal data of one payer',
        options: { vpa: text, phone: text, user: text, order: text, 'dry-run': flag, json },
      },
      keys: {
        summary: 'create, list and revoke keys of the merchant API',
        commands: {
          create: {
            summary: 'create a key',
            options: { scopes: text, days: text, 'calls-per-second': text, from: text, json },
          },
          list: { summary: 'list keys', options: { json } },
          revoke: { summary: 'revoke a key', options: { json } },
        },
      },
      audit: { summary: 'the audit log as JSON lines, for a SIEM', options: { after: text, json } },
      users: {
        summary: 'users of the console, for an admin who cannot log in',
        options: { role: text, json },
        words: ['list', 'add', 'link', 'reset-second-factor'],
      },
    },
  },
  settlements: {
    summary: 'settlements in the database of your gateway',
    options: {},
    commands: {
      import: {
        usage: '<file>',
        summary: 'import a settlement report of the dashboard',
        options: { preview: flag, 'fee-sign': text, json },
      },
      report: { summary: 'captured less refunded less settled, and what differs', options: { json } },
      imports: { summary: 'the last imports of settlement reports', options: { json } },
      undo: { usage: '<import>', summary: 'undo the import of a wrong file', options: { json } },
    },
  },
  statements: {
    summary: 'bank statements beside the settlements of your gateway',
    options: {},
    commands: {
      import: {
        usage: '<file>',
        summary: 'import a statement of your bank (CSV or camt.053)',
        options: { preview: flag, json },
      },
      report: { summary: 'settlements that the bank has credited, and those that it has not', options: { json } },
      remove: { usage: '<number>', summary: 'remove an imported statement', options: { json } },
    },
  },
  mcp: {
    summary: 'let an assistant read your payments, and ask for refunds',
    options: { url: text, sandbox, 'without-gateway': flag },
  },
  completion: {
    usage: '<shell>',
    summary: 'print the completion of commands and options for a shell',
    options: {},
    words: ['bash', 'zsh', 'fish'],
  },
  version: { summary: 'show the version', options: { json } },
  help: { usage: '<command>', summary: 'show the options of a command', options: {} },
} as const satisfies { readonly [name: string]: CommandInfo }

export type CommandName = keyof typeof COMMANDS

/** A command or a command below one, with its whole name: `gateway keys create`. */
export interface ListedCommand extends Omit<CommandInfo, 'commands'> {
  readonly path: string
  /** Names of the commands directly below. */
  readonly below: readonly string[]
}

/** All commands and those below them, each behind the one that it belongs to. */
export function listCommands(
  commands: { readonly [name: string]: CommandInfo } = COMMANDS,
  above = '',
): ListedCommand[] {
  return Object.entries(commands).flatMap(([name, { commands: below = {}, ...info }]) => {
    const path = `${above}${name}`
    return [{ path, ...info, below: Object.keys(below) }, ...listCommands(below, `${path} `)]
  })
}
