import { staysHere } from '@galla/http-server/loopback'
import { count, fail, firstOf, type Group, ofConfig, ofContents, pass, unknown, warning } from './item.ts'

const CONSOLE_OFF = 'The console is off: GALLA_CONSOLE_PASSWORD is not set'

export const access: Group = {
  title: 'Console, API and metrics',
  items: [
    {
      code: 'console-url',
      requirement:
        'The console has a public https address with its own host name (cookies go to every port of a host name), or answers only on this machine',
      fix: 'Set `GALLA_CONSOLE_PASSWORD`, and for a console that is reached from elsewhere `GALLA_CONSOLE_URL=https://<its own host name>/admin/`',
      page: 'deploy.md#behind-a-proxy',
      check: ofConfig(({ consolePassword, consoleUrl, environment }) => {
        if (consolePassword === undefined) return warning(`${CONSOLE_OFF}, and nobody sees what needs review`)
        if (consoleUrl === undefined) return pass('It answers on this machine only')
        return new URL(consoleUrl).protocol === 'https:' || environment === 'SANDBOX'
          ? pass(`It answers at ${new URL(consoleUrl).origin}`)
          : warning('GALLA_CONSOLE_URL is an http address of this machine')
      }),
    },
    {
      code: 'trusted-proxies',
      requirement: '`GALLA_TRUSTED_PROXIES` names only your proxies',
      fix: 'Set the variable to the addresses of the proxies: `127.0.0.1` for a proxy on this machine',
      page: 'deploy.md#behind-a-proxy',
      check: ofConfig(({ consolePassword, consoleUrl, trustedProxies }) => {
        if (trustedProxies !== undefined) return pass(count(trustedProxies.length, 'address or network'))
        const isPublic = consoleUrl !== undefined && !staysHere(new URL(consoleUrl).hostname)
        if (consolePassword === undefined || !isPublic) return pass('The console is not public, so none is needed')
        return warning('It is not set: limits of wrong passwords count all people behind the proxy as one')
      }),
    },
    {
      code: 'console-networks',
      requirement: '`GALLA_CONSOLE_NETWORKS`, if set, lets in the people and programs that need the console',
      fix: 'Add their addresses, and set `GALLA_TRUSTED_PROXIES` if a proxy is in front of the gateway',
      page: 'http-apis.md#the-console',
      check: ofConfig(({ consolePassword, consoleUrl, consoleNetworks, trustedProxies }) => {
        if (consolePassword === undefined) return pass(CONSOLE_OFF)
        if (consoleNetworks === undefined) return pass('It is not set: the console is opened from everywhere')
        const isPublic = consoleUrl !== undefined && !staysHere(new URL(consoleUrl).hostname)
        const listed = consoleNetworks.join(', ')
        if (isPublic && trustedProxies === undefined)
          return warning(
            `It lets in ${listed}, and GALLA_TRUSTED_PROXIES is not set: behind a proxy, everybody has the address of the proxy`,
          )
        return consoleNetworks.some((one) => /^(?:127\.|::1(?:\/|$))/.test(one))
          ? pass(`It lets in ${listed}, this machine among them`)
          : warning(
              `It lets in ${listed}. This machine (127.0.0.1) is not among them: neither a person nor a scraper of the metrics opens the console from here`,
            )
      }),
    },
    {
      code: 'console-admin',
      requirement: 'An admin logs in with a password that this admin has set, not with the configured password',
      fix: 'Log in as `admin` with the configured password and set a new one on the page Your account',
      page: 'console.md#users-and-roles',
      check: ofContents(({ users }, { config }) => {
        if (config.consolePassword === undefined) return pass(CONSOLE_OFF)
        const admins = users.filter(({ role, state }) => role === 'admin' && state === 'active')
        return firstOf(
          admins.length === 0 ? warning('There is no admin yet: the first login makes one') : undefined,
          admins.some(({ usesConfiguredPassword }) => usesConfiguredPassword)
            ? warning('The configured password, which everybody who deploys can read, still opens the first admin')
            : undefined,
          pass(`${count(admins.length, 'admin')} with a password of their own`),
        )
      }),
    },
    {
      code: 'second-factor',
      requirement: 'Every admin has a second factor, or signs in with an identity provider',
      fix: 'Set up an authenticator app or a passkey on the page Your account, and require it of admins on the page Users',
      page: 'console.md#users-and-roles',
      check: ofContents(({ users }, { config }) => {
        if (config.consolePassword === undefined) return pass(CONSOLE_OFF)
        const admins = users.filter(({ role, state }) => role === 'admin' && state === 'active')
        const without = admins.filter(({ hasSecondFactor, isLinked }) => !hasSecondFactor && !isLinked)
        if (admins.length === 0) return unknown('There is no admin yet')
        return without.length === 0
          ? pass(`${count(admins.length, 'admin')} with one`)
          : warning(`${count(without.length, 'admin')} without one: ${without.map(({ name }) => name).join(', ')}`)
      }),
    },
    {
      code: 'merchant-keys',
      requirement: 'Your servers call the merchant API with keys that have a scope and can be revoked',
      fix: 'Create a key for each server with `galla gateway keys create`, and remove `GALLA_MERCHANT_KEY` last',
      page: 'http-apis.md#the-merchant-api',
      check: ofConfig(({ merchant }, { database: found }) => {
        if (merchant === undefined) return pass('The merchant API is off: GALLA_MERCHANT_KEY is not set')
        const stored = found.state === 'opened' ? (found.inspection.contents?.activeApiKeys ?? 0) : 0
        const configured = count(merchant.keys.length, 'configured key')
        return merchant.keys.length > 1
          ? warning(`${configured}: remove the one that is being replaced`)
          : warning(`${configured} with every scope and without an expiry, and ${count(stored, 'stored key')}`)
      }),
    },
    {
      code: 'metrics',
      requirement: '`/admin/metrics` can be scraped, with a key that opens nothing else',
      fix: 'Set `GALLA_CONSOLE_PASSWORD`, create a key with `galla gateway keys create prometheus --scopes metrics`, and give it to Prometheus as `credentials_file`',
      page: 'deploy.md#metrics',
      check: ofContents(({ metricsKeys }, { config }) => {
        if (config.consolePassword === undefined) return warning(`${CONSOLE_OFF}, and with it the metrics`)
        return metricsKeys === 0
          ? warning('No key has the scope metrics: Prometheus needs the password of the console')
          : pass(`${count(metricsKeys, 'key')} with the scope metrics`)
      }),
    },
    {
      code: 'listener',
      requirement: 'No other user of this machine can answer in place of the gateway while the gateway restarts',
      fix: 'Set `GALLA_SOCKET` to a path in a folder that only the user of the gateway and root may write to, and let the proxy connect to it',
      page: 'deploy.md#behind-a-proxy',
      check: ofConfig(({ socket, port }, { socketProblem }) => {
        if (socketProblem !== undefined) return fail(`GALLA_SOCKET: ${socketProblem}`)
        return socket === undefined
          ? unknown(`Any user of this machine can listen on port ${port} while the gateway does not`)
          : pass(`Only the user of the gateway and root can make ${socket}`)
      }),
    },
    {
      code: 'proxy',
      requirement:
        'The proxy passes on `Host`, does not buffer `/payments/`, and opens `/admin/` only to your people and `/merchant/` to nobody',
      fix: 'Compare the proxy with the samples, and open the three paths from outside',
      page: 'deploy.md#behind-a-proxy',
      check: () => unknown('The command cannot know what stands in front of the gateway'),
    },
  ],
}
