import { GATEWAY_VARIABLES } from './gateway-variables.ts'

export const OVERVIEW = `galla: take payments, on your machine first

  galla sandbox             the provider on your machine: API, hosted page, callbacks
  galla trigger <event>     send your app a callback now
  galla logs                API calls and callback deliveries, with your app's answers
  galla drill <url>         fire every awkward callback at your endpoint and grade the answers
  galla doctor [folder]     look over a project: old code, credentials, clock, callbacks
  galla gateway             the books as a server: callbacks, payers, console
  galla version
  galla help <command>      its options

trigger, logs and drill speak to the sandbox at http://127.0.0.1:4500, at $GALLA_SANDBOX, or at --sandbox URL.

Exit codes: 0 done · 1 it did not work, or a check failed · 2 wrong use · 3 no sandbox answers`

/** `NAME *   what it says (default …)`, in columns. */
const variables = GATEWAY_VARIABLES.map(({ name, says, default: usual, required, secret }) => {
  const note = required ? ' (required)' : usual === undefined ? '' : ` (default ${usual})`
  return `  ${`${name}${secret ? ' *' : ''}`.padEnd(28)}${says}${note}`
})

/** One page a command. */
export const HELP: { readonly [command: string]: string } = {
  gateway: `galla gateway [options]: the books as a server, until Ctrl-C

  --check                     read the environment, say what is wrong with it, and end
  --json                      first line on standard output: {"ready":{"gateway":…,"console":…,"merchant":…}}

It is set up by its environment:
${variables.join('\n')}

* may come from a file: GALLA_CLIENT_SECRET_FILE=/run/secrets/galla
Its log goes to standard error, one JSON object a line. /healthz and /readyz are for probes.`,

  sandbox: `galla sandbox [options]: the provider on your machine, until Ctrl-C

  --port N                    where it listens on 127.0.0.1; default 4500. Taken, or 0: a free port
  --json                      first line on standard output: {"ready":{"provider":"http://127.0.0.1:PORT"}}
  --callback-url URL          where your app takes callbacks
  --callback-username NAME    what they are signed with
  --callback-password WORD
  --seed WORD                 same seed, same ids and misfortunes
  --profile NAME              misfortunes to play
  --state FILE                keep orders in a file across restarts`,

  trigger: `galla trigger <event> [options]: send your app a callback now

  <event>                     checkout.order.completed, pg.refund.failed, …; a wrong one prints them all
  --order ID                  for this order of yours; without it one is opened and settled
  --refund ID                 for this refund of yours; without it one is made and settled
  --fault KIND             duplicate, tamper, unsigned, wrong-amount, unknown-event
  --json                      the deliveries as JSON
  --sandbox URL

Exit code 1 when your app did not answer 2xx.`,

  logs: `galla logs [options]: what happened, oldest first

  --kind api|callback         one kind only
  --id ID                     one order or refund of yours
  --event NAME                one callback event, or one endpoint
  --failed                    refused calls and callbacks that your app did not take
  --limit N                   the last N lines; default 50
  --follow, -f                and what happens next, until Ctrl-C
  --resend ID                 send this delivery again (the id is in its line); may be repeated
  --resend-failed             send again every callback that your app did not take
  --json                      one JSON object a line
  --sandbox URL`,

  drill: `galla drill <url> [options]: grade a callback endpoint

Fires what providers and networks really do at it: duplicates, wrong order, tampered and unsigned
bodies, unknown events, wrong amounts. Every check says what is expected, what was seen and the mend.
Your app must verify with the credentials that the sandbox signs with (galla sandbox --callback-username …).

  --only NAME                 one check only; may be repeated
  --json                      the report as JSON
  --sandbox URL

Exit code 1 below 100 %.`,

  doctor: `galla doctor [folder] [options]: look over a project and say what to change

Finds the official package and code of the first protocol, looks at the shape of the credentials in the
environment and in .env files, compares clocks, and reads how callbacks are checked. It changes nothing, sends
nothing of yours anywhere, and names variables and lines, never their values.

  --host URL                  a server whose clock is right; default: $GALLA_PG_HOST, $GALLA_HOSTS, $GALLA_SANDBOX, or the
                              sandbox on this machine
  --callback-url URL          your callback endpoint, running on your machine: it is sent one callback about an order
                              that does not exist, well signed with $…CALLBACK_USERNAME and $…CALLBACK_PASSWORD, and two forged
  --json                      the findings as JSON

Exit code 1 when there is something to change.`,
}
