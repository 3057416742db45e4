import { staysHere } from '@galla/http-server/loopback'
import { isServer } from './facts.ts'
import { count, fail, firstOf, type Group, ofConfig, ofContents, pass, unknown, warning } from './item.ts'

const DAY_MS = 86_400_000
const GB = 1_000_000_000

/** Last day of support of each line of Node, as its release schedule says. */
const NODE_UNTIL: { readonly [major: number]: string } = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
}

export const operation: Group = {
  title: 'Operation',
  items: [
    {
      code: 'notices',
      requirement: 'Your server learns of payments from signed events over https, or from handlers',
      fix: 'Set `GALLA_NOTIFY_URL` to an https address and `GALLA_NOTIFY_SECRET`, or `GALLA_HANDLERS`',
      page: 'http-apis.md#events-over-http',
      check: ofConfig(({ notify, handlers, environment }) => {
        if (notify === undefined)
          return handlers === undefined
            ? warning('Neither events nor handlers are set: your server has to ask for each order')
            : pass('Handlers are set')
        const { protocol, hostname } = new URL(notify.url)
        return firstOf(
          protocol !== 'https:' && environment === 'PRODUCTION' && !staysHere(hostname)
            ? fail('GALLA_NOTIFY_URL is not an https address')
            : undefined,
          notify.secret.length > 1
            ? warning('GALLA_NOTIFY_SECRET_2 is set: remove the secret that is being replaced')
            : undefined,
          pass(
            `Signed events go to ${protocol === 'https:' ? 'an https address' : staysHere(hostname) ? 'this machine' : 'a host of GALLA_HOSTS_WITHOUT_TLS'}`,
          ),
        )
      }),
    },
    {
      code: 'subscriptions',
      requirement: 'For every event subscription in the database, a process has the handler or notifier',
      fix: 'Start a process with the handler or notifier, or remove the subscription',
      page: 'events.md',
      check: ofContents(({ subscriptions, workers }) => {
        const named = (some: typeof subscriptions) =>
          some.map(({ subscriber, event }) => `${event} to ${subscriber}`).join(', ')
        const unclaimed = subscriptions.filter((one) => one.unclaimed > 0)
        const orphans = subscriptions.filter(({ running }) => running === 0)
        return firstOf(
          unclaimed.length > 0 ? warning(`No process takes these deliveries: ${named(unclaimed)}`) : undefined,
          orphans.length === 0
            ? pass(`${count(subscriptions.length, 'subscription')}, each with a process`)
            : undefined,
          workers === 0
            ? unknown(`${count(subscriptions.length, 'subscription')}, and no gateway runs at this moment`)
            : warning(`No running process has the code of ${named(orphans)}`),
        )
      }),
    },
    {
      code: 'review',
      requirement: 'Somebody looks at *Needs review* in the console every day',
      fix: 'Resolve what waits, and let the alerts reach a person',
      page: 'console.md',
      check: ofContents(({ review }, { nowMs }) => {
        const old = review.filter(({ oldestAtMs = nowMs }) => nowMs - oldestAtMs > DAY_MS)
        return old.length > 0
          ? warning(`For more than a day: ${old.map(({ name, waiting }) => `${name} (${waiting})`).join(', ')}`)
          : unknown('Nothing waits for more than a day. The command cannot know who looks')
      }),
    },
    {
      code: 'alerts',
      requirement: 'Prometheus scrapes the metrics, and the alerts reach a person',
      fix: 'Load the rules of `alerts.yml`, stop the gateway of a test system, and see who gets the alert',
      page: 'deploy.md#files-to-start-from',
      check: () => unknown('The command cannot know who is alerted'),
    },
    {
      code: 'log',
      requirement: 'The log has the level info or warn, is written as JSON, and is kept',
      fix: 'Set `GALLA_LOG_LEVEL=info` or `warn`, and keep standard error',
      page: 'deploy.md#log',
      check: ofConfig(({ logLevel }) =>
        logLevel === 'silent'
          ? warning('GALLA_LOG_LEVEL=silent writes nothing, not even errors')
          : logLevel === 'debug'
            ? warning('GALLA_LOG_LEVEL=debug writes a line for every call')
            : pass(`JSON lines on standard error, from the level ${logLevel} on`),
      ),
    },
    {
      code: 'node',
      requirement: 'The version of Node is supported',
      fix: 'Install the newest release of a supported line with an even number',
      page: 'deploy.md#files-to-start-from',
      check: ({ node, nowMs }) => {
        const [major = 0, minor = 0] = node.split('.').map(Number)
        const until = NODE_UNTIL[major]
        if (major < 20 || (major === 20 && minor < 19)) return fail(`Node ${node} is older than 20.19`)
        if (until === undefined)
          return warning(`Node ${node} is not a release line with long-term support that this release knows`)
        return nowMs > Date.parse(until) + DAY_MS
          ? warning(`Node ${major} has had no security fixes since ${until}`)
          : pass(`Node ${node}, supported until ${until}`)
      },
    },
    {
      code: 'disk',
      requirement: 'The disk of an embedded database has free space',
      fix: 'Free space, or move the folder: without space PostgreSQL stops taking payments',
      page: 'deploy.md#backups',
      check: ofConfig(({ database }, { freeBytes }) => {
        if (isServer(database)) return unknown('The disk of the server cannot be known from here')
        if (freeBytes === undefined) return unknown('The disk of the folder cannot be read')
        const sentence = `${(freeBytes / GB).toFixed(1)} GB are free`
        return freeBytes < GB / 2 ? fail(sentence) : freeBytes < 5 * GB ? warning(sentence) : pass(sentence)
      }),
    },
    {
      code: 'first-payment',
      requirement: 'A payment of ₹1 and its refund were made in production',
      fix: 'Make a payment of ₹1 with your own phone, and refund it in the console',
      page: 'console.md',
      check: ofContents(({ firstMoney: { paid, refunded } }, { config }) =>
        config.environment === 'SANDBOX'
          ? unknown('The environment is SANDBOX')
          : paid && refunded
            ? pass('An order was paid, and a refund was completed')
            : warning(paid ? 'No refund was completed yet' : 'No order was paid yet'),
      ),
    },
  ],
}
