import { isIP } from 'node:net'
import { isPrivateHost } from '@galla/contract/hosts-without-tls'
import { fail, firstOf, type Group, ofConfig, pass, unknown, warning } from './item.ts'

/** Credentials in examples, templates and test accounts. */
const PLACEHOLDER = /^<.*>$|^your[-_ ]|change-?me|^x+$|^(?:shop|secret|password|tea-stall|test)$/i
const TEST_ACCOUNT = /(?:^|[^a-z])(?:test|uat|sandbox|preprod|pgtest)/i

const MIN_KEY_CHARACTERS = 16

/** The provider takes passwords of 8 to 20 characters with letters and digits (protocol §7.2). */
function isWeak(password: string, username: string): boolean {
  return (
    password.length < 8 ||
    !/[a-z]/i.test(password) ||
    !/\d/.test(password) ||
    new Set(password).size < 5 ||
    password.toLowerCase().includes(username.toLowerCase()) ||
    /^(?:passw(?:or|0r)d|qwerty|welcome|letmein|admin|secret|abc)[\d!@#]*$/i.test(password) ||
    /12345678|abcdefg/i.test(password)
  )
}

export const credentials: Group = {
  title: 'Credentials and environment',
  items: [
    {
      code: 'variables',
      requirement: 'Every variable is known, complete and well formed, and every file that holds a secret can be read',
      fix: 'Correct what is listed; `galla help gateway` describes every variable',
      page: 'server.md',
      check: ({ problems, warnings }) => {
        if (problems.length > 0) return { ...fail('The environment is not valid'), details: problems }
        return warnings.length > 0
          ? {
              ...warning('Some variables are used unchanged, and may have values that you do not mean'),
              details: warnings,
            }
          : pass('All variables are known, complete and well formed')
      },
    },
    {
      code: 'environment',
      requirement: '`GALLA_ENVIRONMENT` is `PRODUCTION`, without `GALLA_PROVIDER_URL`',
      fix: 'Set `GALLA_ENVIRONMENT=PRODUCTION` and remove `GALLA_PROVIDER_URL`, with a separate database',
      page: 'deploy.md#go-live-checklist',
      check: ofConfig(({ environment, providerUrl }) =>
        environment === 'SANDBOX'
          ? warning('The environment is SANDBOX: no money moves')
          : providerUrl !== undefined
            ? warning('GALLA_PROVIDER_URL replaces the addresses of the provider: payments go there')
            : pass('PRODUCTION, at the addresses of the provider'),
      ),
    },
    {
      code: 'credentials',
      requirement: 'Client id, secret and version come from the production dashboard',
      fix: 'Copy the three values from the same page of the production dashboard, each from its own field',
      page: 'deploy.md#secrets',
      check: ofConfig(({ environment, clientId, clientSecret, clientVersion }) => {
        if (clientSecret === clientId) return fail('GALLA_CLIENT_SECRET is the same as GALLA_CLIENT_ID')
        const report = environment === 'PRODUCTION' ? fail : warning
        if (PLACEHOLDER.test(clientId) || PLACEHOLDER.test(clientSecret))
          return report('GALLA_CLIENT_ID or GALLA_CLIENT_SECRET is a placeholder')
        if (!/^\d+$/.test(clientVersion)) return report('GALLA_CLIENT_VERSION is not a whole number')
        if (environment === 'PRODUCTION' && TEST_ACCOUNT.test(clientId))
          return fail('GALLA_CLIENT_ID looks like the id of a test account')
        return environment === 'PRODUCTION' ? pass('They are well formed') : warning('They are those of a test account')
      }),
    },
    {
      code: 'credentials-accepted',
      requirement: 'The provider issues an access token for these values',
      fix: 'Refused: compare client id, secret, version and environment with the dashboard. Not reached: let this machine open connections to the provider on port 443',
      page: 'deploy.md#what-the-command-does',
      check: ofConfig(({ environment }, { token }) => {
        const report = environment === 'PRODUCTION' ? fail : warning
        if (token === 'accepted') return pass('The provider issued an access token')
        if (token === 'refused') return fail('The provider refused the credentials')
        return token === 'failed'
          ? report('The provider did not issue an access token: it answered with an error of its own')
          : report('The provider was not reached from this machine')
      }),
    },
    {
      code: 'certificates',
      requirement: 'Node verifies certificates: `NODE_TLS_REJECT_UNAUTHORIZED` is not `0`',
      fix: 'Remove the variable, and name a CA of your own in `NODE_EXTRA_CA_CERTS`',
      page: 'deploy.md#tls-to-the-database',
      check: ofConfig(({ environment }, { verifiesTls }) => {
        const report = environment === 'PRODUCTION' ? fail : warning
        return verifiesTls
          ? pass('They are verified')
          : report(
              'NODE_TLS_REJECT_UNAUTHORIZED=0: anybody on the network path can pretend to be the provider and read the client secret',
            )
      }),
    },
  ],
}

export const callbacks: Group = {
  title: 'Callbacks',
  items: [
    {
      code: 'callback-credentials',
      requirement: 'The callback credentials are hard to guess',
      fix: 'Set a password of 12 to 20 random letters and digits, or a key of 32 random bytes, in the dashboard and here',
      page: 'callbacks.md',
      check: ofConfig(({ environment, callbackCredentials, clientSecret }) => {
        const report = environment === 'PRODUCTION' ? fail : warning
        for (const one of callbackCredentials) {
          const word = 'password' in one ? one.password : one.secretKey
          const ofKind = callbackCredentials.filter((other) => 'password' in other === 'password' in one)
          const kind = 'password' in one ? 'GALLA_CALLBACK_PASSWORD' : 'GALLA_CALLBACK_SECRET_KEY'
          const name = ofKind[0] === one ? kind : `${kind}_2`
          if (word === clientSecret) return report(`${name} is the same as GALLA_CLIENT_SECRET`)
          if ('password' in one ? isWeak(word, one.username) : word.length < MIN_KEY_CHARACTERS)
            return report(`${name} is weak: anybody who guesses it can forge callbacks`)
        }
        return pass('They are long enough and mixed')
      }),
    },
    {
      code: 'callback-sample',
      requirement: 'For each credential in the variables, a signed sample callback is accepted',
      fix: 'Compare user name, password and key with the dashboard, character by character',
      page: 'deploy.md#secrets',
      check: ofConfig((_, { samples }) => {
        const refused = samples.filter(({ accepted }) => !accepted)
        const listed = (some: typeof samples) => some.map(({ signedWith }) => signedWith).join('; ')
        return refused.length > 0
          ? fail(`Samples are refused: ${listed(refused)}`)
          : pass(`Samples are accepted: ${listed(samples)}`)
      }),
    },
    {
      code: 'callback-rotation',
      requirement:
        'Only one callback credential is accepted, and this credential is replaced when somebody who knows the credential leaves',
      fix: 'To replace it, accept the old and the new one for the time of the change (`GALLA_CALLBACK_PASSWORD` and `GALLA_CALLBACK_PASSWORD_2`), then remove the old one. Note when it was changed last',
      page: 'deploy.md#secrets',
      check: ofConfig(({ callbackCredentials }) =>
        callbackCredentials.length > 1
          ? warning(
              `${callbackCredentials.length} passwords or keys are accepted: remove those that the dashboard no longer uses`,
            )
          : unknown('One credential is accepted. The command cannot know its age'),
      ),
    },
    {
      code: 'callback-url',
      requirement: '`GALLA_CALLBACK_URL` is the public https address of `/payments/callbacks`',
      fix: 'Set `GALLA_CALLBACK_URL=https://<your host>/payments/callbacks`, as in the dashboard',
      page: 'deploy.md#behind-a-proxy',
      check: ofConfig(({ callbackUrl }) => {
        if (callbackUrl === undefined)
          return warning('GALLA_CALLBACK_URL is not set: the console cannot show what the dashboard should have')
        const { protocol, pathname, hostname, port } = new URL(callbackUrl)
        return firstOf(
          protocol === 'https:' ? undefined : warning('GALLA_CALLBACK_URL is not an https address'),
          isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || isPrivateHost(hostname)
            ? warning(
                `GALLA_CALLBACK_URL has the host ${hostname}, which the provider cannot reach: use a public host name`,
              )
            : undefined,
          port === '' ? undefined : warning('GALLA_CALLBACK_URL has a port, which the provider does not accept'),
          /[^/]\/callbacks$/.test(pathname) && !pathname.includes('//')
            ? undefined
            : warning('GALLA_CALLBACK_URL does not end in /callbacks, the path of this endpoint'),
          pass('It is an https address of the endpoint'),
        )
      }),
    },
    {
      code: 'callback-registered',
      requirement: 'The dashboard has the callback address and the credentials, and a drill has passed',
      fix: 'Compare the dashboard with the page Webhooks of the console, and run `galla drill` with `--order` and `--effects` on a test system',
      page: 'callbacks.md',
      check: () => unknown('The command cannot know what the dashboard of the provider has'),
    },
  ],
}
