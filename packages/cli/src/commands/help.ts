import { INIT_HELP } from 'create-galla'
import manifest from '../../package.json' with { type: 'json' }
import { readArguments } from '../arguments.ts'
import { COMMANDS, listCommands } from '../command-table.ts'
import { GATEWAY_VARIABLES } from '../gateway/variables/gateway-variables.ts'
import { type Command, EXIT, usageError } from '../io.ts'

/** The overview shows commands that do something by themselves: `gateway keys`, and not `gateway keys create`. */
const commandLines = listCommands()
  .filter(({ path }) => path.split(' ').length < 3)
  .map(({ path, usage = '', summary }) => `  ${`galla ${path} ${usage}`.padEnd(32)} ${summary}`)

const OVERVIEW = `galla: take PhonePe payments, on this machine first

${commandLines.join('\n')}

run, pay, trigger, logs, drill and mcp use the sandbox at http://127.0.0.1:4500, at $GALLA_SANDBOX, or at --sandbox URL.

Exit codes: 0 success · 1 failure, or a check failed · 2 wrong usage · 3 no sandbox answers, or no gateway`

/** One line per variable: `NAME *   description (default …)`. */
const variables = GATEWAY_VARIABLES.map(({ name, description, default: fallback, required, secret }) => {
  const note = required ? ' (required)' : fallback === undefined ? '' : ` (default ${fallback})`
  return `  ${`${name}${secret ? ' *' : ''}`.padEnd(31)}${description}${note}`
})

/** Help pages by command. */
export const HELP: { readonly [command: string]: string } = {
  init: INIT_HELP,

  gateway: `galla gateway [options]: run the gateway as a server, until Ctrl-C
galla gateway migrate [options]: bring the database of GALLA_DATABASE to the schema of this release
galla gateway rotate-keys [--json]: encrypt all stored personal data with the first of GALLA_DATA_KEYS
galla gateway restored [--json]: say that the database of GALLA_DATABASE was restored
galla gateway erase --vpa ADDRESS | --phone NUMBER | --user ID | --order ID: erase the personal data of one payer
galla gateway keys create NAME --scopes LIST | list | revoke ID: keys of the merchant API besides GALLA_MERCHANT_KEY
galla gateway audit [--after ID] [--json]: the audit log as JSON lines, the oldest entry first, after the entry ID
galla gateway users list | add NAME [--role ROLE] | link NAME | reset-second-factor NAME: users of the console

  --check                     answer the go-live checklist and exit: variables, provider, database, console, machine. It
                              requests an access token, writes nothing and prints no secret. Exit code 1 when a line fails
  --json                      first line on standard output: {"ready":{"gateway":…,"console":…,"merchant":…}};
                              of --check: {"ok":…,"counts":{…},"checks":[{"code","status","reason","fix","url"}]}

Options of migrate:
  --dry-run                   print the SQL of every pending step and change nothing
  --json                      the report as JSON: {"from":…,"to":…,"steps":[…]}
Exit code of migrate: 0 when the schema is current afterwards, and after a dry run; 1 when a step failed, when another
process migrated for longer than a minute, or when the schema belongs to a newer release with which this release cannot run.

rotate-keys reads the same environment variables as the server, and may be stopped and run again while gateways run. Its exit
code is 1 while there are rows that none of the keys opens: keep the old key until it is 0.

restored reads the same environment variables as the server. Run it before the gateways start on a database that came back as
a snapshot of a disk, a copied folder, or a base backup without archived WAL. The gateway notices a restored dump, a recovery
of archived WAL and a promoted standby automatically. Its orders are then compared with the provider while a gateway runs.

Options of erase, which reads the same environment variables as the server:
  --dry-run                   list the orders that match and change nothing
  --json                      the report as JSON: {"merchantOrderIds":…,"orders":…,"byMaskOnly":…,"held":…,"inUse":…}

Options of keys, which reads the same environment variables as the server:
  --scopes LIST               of a new key: read, orders, refunds, refunds:request, subscriptions,
                              settlements, payers, holds, operations, metrics; separated by commas
  --days N                    of a new key: it expires after N days; default never
  --calls-per-second N        of a new key: its limit on each replica; default 50
  --from LIST                 of a new key: addresses and networks from which it is accepted; default everywhere
  --json                      the new key as JSON: {"key":…,"apiKey":…}; the list: {"rows":…}
The key is the only line on standard output, and is not shown again. A revoked key is refused by every replica at once.

Users, for an admin who cannot log in; it reads the same environment variables as the server:
  list                        names, roles and states
  add NAME                    a new user, by default an admin, and a link that sets the password once, within three days
  link NAME                   a new link for a user who forgot the password: the first admin is called admin
  reset-second-factor NAME    for a user who lost app, passkeys and recovery codes
  --role ROLE                 of a new user: viewer, support, developer, finance or admin; default admin
  --json                      the result as JSON

Environment variables:
${variables.join('\n')}

* can be read from a file instead: GALLA_CLIENT_SECRET_FILE=/run/secrets/galla
Every character of a value counts, except a byte order mark and one final line break. A second secret has its own variable.
The log goes to standard error, one JSON object per line. /healthz and /readyz are for probes.`,

  sandbox: `galla sandbox [options]: run the provider on this machine, until Ctrl-C

  --port N                    port; default 4500. 0, or a port in use: a free port
  --host ADDRESS              address to listen on; default 127.0.0.1. In a container 0.0.0.0, with --allow-host
  --allow-host NAME           a host name by which it may be called besides loopback ones, such as that of the container:
                              sandbox. Repeat it for several. Callers need no password: publish the port on loopback
  --origin URL                where browsers open the hosted page, if the port is published as another one:
                              http://localhost:4510; default http://localhost:PORT
  --json                      first line on standard output: {"ready":{"provider":"http://127.0.0.1:PORT"}}
  --callback-url URL          your app's callback endpoint
  --callback-username NAME    credentials that sign the callbacks
  --callback-password WORD
  --hmac KEY                  secret key: callbacks are signed with an HMAC of their body (as well)
  --hmac-key-id ID            id of that key; default key-1
  --quirks LIST               answers on which the provider's sources disagree: a profile (default, strict,
                              assistant-guide, knowledge-base, sdk-fixtures, older-pages), or NAME=VALUE,NAME=VALUE
  --seed WORD                 the same seed gives the same ids and faults
  --profile NAME              a profile of faults
  --state FILE                keep orders in a file across restarts
  --appearance FILE           look of the hosted page, as JSON: merchantName, logo (a path relative to the file), accentColor,
                              radius, colorScheme. The page /appearance shows it and writes the file`,

  trigger: `galla trigger <event> [options]: send a callback to your app now

  <event>                     checkout.order.completed, pg.refund.failed, …; an unknown event lists all events
  --order ID                  for this order, and make it true: the order is completed or failed at the provider first,
                              so that your app's status check confirms the callback. Without it, an order is created
  --refund ID                 for this refund, likewise; without it, a refund is created and simulated
  --mandate ID                for this mandate: subscription.paused, .unpaused, .revoked, .cancelled
  --callback-only             change nothing at the provider: the callback may contradict the status
  --fault KIND                duplicate, tamper, unsigned, wrong-amount, unknown-event
  --json                      the deliveries as JSON
  --sandbox URL

Exit code 1 when your app did not answer 2xx.`,

  run: `galla run [options] -- <program> [arguments]: run a program against the sandbox

For clients that name PhonePe's hosts in their code. In the program, and in every Node program and worker that it starts,
requests to phonepe.com by fetch, http and https go to the sandbox, and each host is printed once. Their other connections
to phonepe.com are refused: HTTP/2, undici, sockets. Browsers and programs that are not Node still reach the real provider.

  --sandbox URL

Example: galla run -- npm start. Without this command: node --import @galla/sandbox/redirect app.js
The exit code is the program's; 3 when no sandbox answers.`,

  pay: `galla pay <order> [options]: pay an order as its payer and bank would

  --outcome WORD              success (default), failure, pending, or a failure code such as Z9
  --keep-open                 the attempt fails and the order stays open, where it allows another attempt
  --instrument NAME           what pays; replaces a pending attempt by another: account (default), rupay_credit, credit_line,
                              credit_card, debit_card, net_banking, wallet, egv, split
  --json                      the order and the deliveries as JSON
  --sandbox URL

The setup order of a mandate is approved or declined. For a redemption order, the open notification or
debit ends, if there is one.
A success on an expired order is a late payment. Exit code 1 when the order cannot change, or when your app did not answer
the callback with 2xx.`,

  logs: `galla logs [options]: list API calls and callback deliveries, oldest first

  --kind api|callback         one kind only
  --id ID                     one merchantOrderId or merchantRefundId
  --event NAME                one callback event, or one endpoint
  --failed                    refused calls and undelivered callbacks only
  --limit N                   the last N entries; default 50
  --follow, -f                print new entries until Ctrl-C
  --resend ID                 send this delivery again (its id is in the log line); can be repeated
  --resend-failed             send every undelivered callback again
  --json                      one JSON object per line
  --sandbox URL`,

  drill: `galla drill <url> [options]: test a callback endpoint

Sends what providers and networks really send: duplicates, callbacks out of order, tampered and unsigned
bodies, unknown events, wrong amounts. Each check shows the expected answer, the received one and the fix.
When the valid callback is not accepted, the likely cause is shown, and nothing else is sent.
It also grades whether your app asks for the status, and with --effects how often it fulfilled. A check that the drill
could not make counts as not passed. Your app must verify with the credentials that the sandbox signs with
(galla sandbox --callback-username …).

  --order ID                  a pending order of your app: it is paid, and reported 11 times. Without it, your app may
                              have none of the orders, and not act at all
  --reference NAME            what your app calls that order in --effects, such as the reference of a cart
  --effects FILE|URL          what your app fulfilled: a log or a list with the merchantOrderId or the reference of each
                              fulfilment, or JSON such as {"order-1": 1}
  --wait SECONDS              longest wait for status checks, and before the effects are read; default 2
  --only NAME                 one check only; can be repeated
  --json                      the report as JSON
  --sandbox URL

Exit code 1 when a check failed.`,

  doctor: `galla doctor [folder] [options]: check a project

Finds uses of the official package and of the v1 protocol and secrets in the code, checks the format of the
credentials in the environment and in .env files, compares clocks, and reads how callbacks are verified, also in
the projects below the folder. Without a package.json (Python, PHP, Java …) it checks what needs no code. It changes
nothing, sends none of your code or values anywhere, and reports variables and lines by name, never their values.

  --host URL                  a server with the correct time; default: $GALLA_PG_HOST, $GALLA_HOSTS, $GALLA_SANDBOX, or the
                              sandbox on this machine
  --callback-url URL          your callback endpoint on this machine: it receives one callback about an order that does
                              not exist, signed with $…CALLBACK_USERNAME and $…CALLBACK_PASSWORD, and two forged ones
  --json                      the findings as JSON

Exit code 1 when a problem was found.`,

  settlements: `galla settlements import <file> [options]: import a settlement report of the provider's dashboard (CSV)
galla settlements report [--json]: captured less refunded less settled, and what differs
galla settlements imports [--json]: the last imports, with their numbers
galla settlements undo <import> [--json]: undo the import of a wrong file. Closed days stay as they are; the rows that they
                              count are subtracted from the day that is closed next

They read the environment variables of galla gateway. The same file again, or a file that overlaps, changes nothing: repeat
an import that broke off.

Options of import:
  --preview                   add up the file, compare it with the provider's amounts, and store nothing
  --fee-sign SIGN             positive or negative: the sign that a fee has in the file when you pay it; default the sign
                              of most fees of payments
  --json                      the result as JSON: {"rows":…,"stored":…,"known":…,"settlements":[…],…}
Exit code of import: 1 when a row cannot be read; nothing is stored then. Of report: 1 while something differs.`,

  statements: `galla statements import <file> [options]: import a statement of your bank account (CSV or camt.053)
galla statements report [--json]: settlements beside the statements: credited, without a credit, with another amount
galla statements remove <number> [--json]: remove an imported statement, such as that of another account

All read the environment variables of galla gateway. The same file again, or a file that overlaps, changes nothing. Lines that
belong to no settlement and do not name the provider are counted, and not stored.

Options of import:
  --preview                   compare the file with the settlements, and store nothing
  --json                      the result as JSON: {"lines":…,"stored":…,"ignored":…,"comparison":{…},…}
Exit code of import and report: 1 while a settlement has no credit or another amount, and when a file cannot be read.`,

  mcp: `galla mcp [options]: let an assistant read your payments, over standard input and output

A server of the Model Context Protocol, which the client of the assistant starts. The assistant reads orders, refunds, callbacks, the health
report and the documentation, steers the sandbox on this machine, and asks for refunds. A person approves each refund in the console.

  --url URL                   the merchant API of your gateway; default http://127.0.0.1:4600/merchant. https, if it is not on
                              this machine
  --without-gateway           the documentation and the sandbox alone
  --sandbox URL

GALLA_MCP_KEY, or the file of GALLA_MCP_KEY_FILE, holds its key. The key may not make refunds:
  galla gateway keys create assistant --scopes read,operations,refunds:request
It needs two more packages: npm install @modelcontextprotocol/sdk zod`,
}

export const help: Command = async ([topic], io) => {
  const page = topic === undefined ? OVERVIEW : Object.hasOwn(HELP, topic) ? HELP[topic] : undefined
  if (page === undefined) throw usageError(`no help page for '${topic}'. Pages: ${Object.keys(HELP).join(', ')}`)
  io.out(page)
  return EXIT.ok
}

export const version: Command = async (args, io) => {
  const { values } = readArguments(args, COMMANDS.version.options)
  const { node } = process.versions
  io.out(values.json ? JSON.stringify({ galla: manifest.version, node }) : `galla ${manifest.version}, Node ${node}`)
  return EXIT.ok
}
