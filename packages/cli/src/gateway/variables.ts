import { isMerchantName, MAX_MERCHANT_NAME } from '@galla/contract/appearance/appearance'
import {
  bindable,
  contacts,
  dailyLimits,
  database,
  dataKeys,
  hostNames,
  hostsWithoutTls,
  hours,
  httpUrl,
  issuer,
  keyIds,
  length,
  maxInFlight,
  merchantKey,
  minutes,
  networks,
  noticeHours,
  oidcRoles,
  oneOf,
  orderIdPrefix,
  ownUrl,
  paise,
  port,
  programPath,
  providerUrl,
  proxies,
  proxyUrl,
  retryDays,
  samePersonDays,
  secureUrl,
  socketPath,
  type ValueCheck,
  webhookSecret,
  word,
} from './value-checks.ts'

/** An environment variable of `galla gateway`. */
export interface Variable {
  readonly name: string
  readonly description: string
  readonly default?: string
  readonly required?: true
  /** Without it something is less protected, so an empty value is refused: it may be one that nobody filled in. */
  readonly protects?: true
  /** Can also be read from the file that `…_FILE` names. Its value is never printed. */
  readonly secret?: true
  /** Variable that names a program whose output is the value. */
  readonly command?: string
  /** Entries that have neither commas nor white space, separated by both. Any other value is used character by character. */
  readonly list?: true
  /** Variable without which this one has no effect. */
  readonly needs?: string
  readonly check?: ValueCheck
}

/** All variables of `galla gateway`. Any other variable that begins with GALLA_ is refused. */
export const GATEWAY_VARIABLES: readonly Variable[] = [
  {
    name: 'GALLA_ENVIRONMENT',
    required: true,
    description: 'SANDBOX or PRODUCTION: the provider environment',
    check: oneOf('SANDBOX', 'PRODUCTION'),
  },
  { name: 'GALLA_CLIENT_ID', required: true, description: 'Client id from the provider’s dashboard', check: word },
  {
    name: 'GALLA_CLIENT_SECRET',
    required: true,
    secret: true,
    description: 'Client secret from the provider’s dashboard',
  },
  {
    name: 'GALLA_CLIENT_VERSION',
    default: '1',
    description: 'Client version from the provider’s dashboard',
    check: word,
  },
  {
    name: 'GALLA_ORDER_ID_PREFIX',
    default: 'o-',
    description:
      'Prefix of the order ids that the gateway makes; give each shop on one account of the provider its own prefix',
    check: orderIdPrefix,
  },
  {
    name: 'GALLA_PROVIDER_URL',
    description: 'Address of another provider, such as a sandbox on this machine: http://127.0.0.1:4500',
    check: providerUrl,
  },
  {
    name: 'GALLA_HOSTS_WITHOUT_TLS',
    description:
      'Private hosts that need no TLS, separated by commas: sandbox, database. For containers in development: only in SANDBOX',
    list: true,
    check: hostsWithoutTls,
  },
  {
    name: 'GALLA_OUTGOING_PROXY',
    protects: true,
    secret: true,
    description:
      'Proxy for calls to the provider, http://proxy.internal:3128, with user:password@ if the proxy needs them; needs the package undici',
    check: proxyUrl,
  },
  {
    name: 'GALLA_DATABASE',
    default: './data/gateway',
    description: 'Folder of an embedded PostgreSQL, or a postgres:// URL',
    secret: true,
    check: database,
  },
  {
    name: 'GALLA_MIGRATE',
    default: 'true',
    description:
      'true: the gateway migrates the database on start; false: run galla gateway migrate before a deployment',
    check: oneOf('true', 'false'),
  },
  {
    name: 'GALLA_DATA_KEYS_COMMAND',
    protects: true,
    description:
      'Absolute path of a program that prints the keys of GALLA_DATA_KEYS, followed by its arguments, as words or as one JSON list; for a key service',
    check: programPath,
  },
  {
    name: 'GALLA_DATA_KEYS',
    protects: true,
    command: 'GALLA_DATA_KEYS_COMMAND',
    secret: true,
    description:
      'Keys that encrypt personal data in the database, id:base64, separated by commas; the first key encrypts; without a key, personal data is stored in clear',
    list: true,
    check: dataKeys,
  },
  {
    name: 'GALLA_DATA_KEYS_LOST',
    needs: 'GALLA_DATA_KEYS',
    // Somebody may paste a whole key.
    secret: true,
    description:
      'Ids of data keys that are lost, separated by commas: the gateway starts without them, and what they encrypted stays unreadable',
    list: true,
    check: keyIds,
  },
  {
    name: 'GALLA_CALLBACK_USERNAME',
    needs: 'GALLA_CALLBACK_PASSWORD',
    description: 'User name of callbacks, as in the dashboard; needs the password',
  },
  {
    name: 'GALLA_CALLBACK_PASSWORD',
    needs: 'GALLA_CALLBACK_USERNAME',
    secret: true,
    description: 'Password of callbacks, as in the dashboard; needs the user name',
  },
  {
    name: 'GALLA_CALLBACK_USERNAME_2',
    needs: 'GALLA_CALLBACK_PASSWORD_2',
    description: 'User name of the second password, if the user name changes too',
  },
  {
    name: 'GALLA_CALLBACK_PASSWORD_2',
    needs: 'GALLA_CALLBACK_PASSWORD',
    secret: true,
    description: 'Second accepted password, while you replace the first',
  },
  {
    name: 'GALLA_CALLBACK_SECRET_KEY',
    secret: true,
    description: 'Key of HMAC-signed callbacks, instead of user name and password or in addition',
  },
  {
    name: 'GALLA_CALLBACK_KEY_ID',
    needs: 'GALLA_CALLBACK_SECRET_KEY',
    description: 'Id of that key, if the dashboard shows one',
    check: word,
  },
  {
    name: 'GALLA_CALLBACK_SECRET_KEY_2',
    needs: 'GALLA_CALLBACK_SECRET_KEY',
    secret: true,
    description: 'Second accepted key, while you replace the first',
  },
  {
    name: 'GALLA_CALLBACK_KEY_ID_2',
    needs: 'GALLA_CALLBACK_SECRET_KEY_2',
    description: 'Id of the second key',
    check: word,
  },
  {
    name: 'GALLA_CALLBACK_URL',
    description: 'URL to which the provider sends callbacks; shown in the console',
    check: httpUrl,
  },
  {
    name: 'GALLA_MERCHANT_NAME',
    description: `Your name as payers know it, at most ${MAX_MERCHANT_NAME} characters; printed on the console's receipts`,
    check: (value) => (isMerchantName(value) ? undefined : `must be one line of 1 to ${MAX_MERCHANT_NAME} characters`),
  },
  {
    name: 'GALLA_CONSOLE_PASSWORD',
    secret: true,
    description: 'Password of the console, at least 12 characters; without a password the console is off',
    check: length(12, 256),
  },
  {
    name: 'GALLA_CONSOLE_URL',
    needs: 'GALLA_CONSOLE_PASSWORD',
    description: 'https URL of the console; without a URL the console answers on this machine only',
    check: ownUrl,
  },
  {
    name: 'GALLA_CONSOLE_PROOF_MINUTES',
    needs: 'GALLA_CONSOLE_PASSWORD',
    description:
      'Minutes after which the console asks people again to confirm who they are, before refunds and changes of users, keys and payer data; 10 if not set',
    check: minutes,
  },
  {
    name: 'GALLA_TRUSTED_PROXIES',
    needs: 'GALLA_CONSOLE_PASSWORD',
    description:
      'Addresses or networks of your proxies, separated by commas; their x-forwarded-for names the client; set 127.0.0.1 also for a proxy that connects to GALLA_SOCKET',
    list: true,
    check: proxies,
  },
  {
    name: 'GALLA_CONSOLE_NETWORKS',
    protects: true,
    needs: 'GALLA_CONSOLE_PASSWORD',
    description:
      'Addresses or networks from which people may open the console, separated by commas; from everywhere if not set',
    list: true,
    check: networks,
  },
  {
    name: 'GALLA_OIDC_ISSUER',
    needs: 'GALLA_OIDC_CLIENT_ID',
    description:
      'Issuer of the OpenID Connect provider with which users of the console sign in; needs client id and secret, and the package openid-client',
    check: issuer,
  },
  {
    name: 'GALLA_OIDC_CLIENT_ID',
    needs: 'GALLA_OIDC_CLIENT_SECRET',
    description:
      'Id of the client that is registered at the provider; its redirect URI is the URL of the console followed by /api/sign-in/callback',
    check: word,
  },
  {
    name: 'GALLA_OIDC_CLIENT_SECRET',
    needs: 'GALLA_OIDC_ISSUER',
    secret: true,
    description: 'Secret of that client',
  },
  {
    name: 'GALLA_OIDC_LABEL',
    needs: 'GALLA_OIDC_ISSUER',
    description: 'Name of the provider on the button Sign in with …',
    check: length(1, 40),
  },
  {
    name: 'GALLA_OIDC_ROLES',
    protects: true,
    needs: 'GALLA_OIDC_ISSUER',
    description:
      'A claim that decides the role at each sign-in: groups:payments-admins=admin,finance-team=finance; without a claim, admins set the roles on the page Users',
    list: true,
    check: oidcRoles,
  },
  {
    name: 'GALLA_MERCHANT_KEY',
    secret: true,
    description: 'Key of the merchant API, at least 32 characters; without a key the API is off',
    check: merchantKey,
  },
  {
    name: 'GALLA_MERCHANT_KEY_2',
    needs: 'GALLA_MERCHANT_KEY',
    secret: true,
    description: 'Second accepted key, while you replace the first',
    check: merchantKey,
  },
  {
    name: 'GALLA_MERCHANT_HOSTS',
    needs: 'GALLA_MERCHANT_KEY',
    description:
      'Host names by which your server calls the merchant API, separated by commas: galla, galla.internal; loopback names are always allowed',
    list: true,
    check: hostNames,
  },
  {
    name: 'GALLA_SECURITY_CONTACT',
    description:
      'Where people report a security problem of this server, mailto:security@shop.example or an https URL, several separated by commas; served as /.well-known/security.txt',
    list: true,
    check: contacts,
  },
  {
    name: 'GALLA_NOTIFY_URL',
    needs: 'GALLA_NOTIFY_SECRET',
    description: 'URL of your server that receives events; needs the secret',
    check: secureUrl,
  },
  {
    name: 'GALLA_NOTIFY_SECRET',
    needs: 'GALLA_NOTIFY_URL',
    secret: true,
    description: 'Secret that signs these events, whsec_ and 24 to 64 bytes in base64; needs the URL',
    check: webhookSecret,
  },
  {
    name: 'GALLA_NOTIFY_SECRET_2',
    needs: 'GALLA_NOTIFY_SECRET',
    secret: true,
    description: 'Second secret that also signs events, while you replace the first',
    check: webhookSecret,
  },
  {
    name: 'GALLA_HANDLERS',
    description:
      'Path of your JavaScript module that exports `on`, `notifiers`, `paymentMethods`, `accountNotifier` or `tracing`',
  },
  {
    name: 'GALLA_LATE_PAYMENT',
    default: 'refund',
    description: 'What happens to a payment of a failed or expired order: refund or fulfil',
    check: oneOf('refund', 'fulfil'),
  },
  {
    name: 'GALLA_REFUND_APPROVAL_ABOVE',
    protects: true,
    description: 'Above this amount in paise a second person approves a refund',
    check: paise,
  },
  {
    name: 'GALLA_REFUND_PROGRAM_ABOVE',
    protects: true,
    description:
      'The same limit for refunds that your server requests; if not set, GALLA_REFUND_APPROVAL_ABOVE applies to them too',
    check: paise,
  },
  {
    name: 'GALLA_REFUND_DAILY_LIMITS',
    protects: true,
    description:
      'Paise that people of a role, or your server (program), may refund on a day in India: finance=5000000,admin=20000000',
    list: true,
    check: dailyLimits,
  },
  {
    name: 'GALLA_REFUND_APPROVAL_HOURS',
    default: '72',
    description: 'Hours after which a refund that nobody approved expires',
    check: hours,
  },
  {
    name: 'GALLA_REFUND_SAME_PERSON_DAYS',
    default: '30',
    description:
      'Days for which the user who made a link to set a password and the user who used the link count as one person, who cannot approve their own refund',
    check: samePersonDays,
  },
  {
    name: 'GALLA_SUBSCRIPTIONS',
    description:
      'true: payers are billed again and again by UPI AutoPay, which PhonePe enables for each merchant; if not set, subscriptions are off',
    check: oneOf('true', 'false'),
  },
  {
    name: 'GALLA_BILLING_NOTICE_HOURS',
    needs: 'GALLA_SUBSCRIPTIONS',
    description: 'Hours between the announcement of a debit and the beginning of its cycle, 25 to 72; 36 if not set',
    check: noticeHours,
  },
  {
    name: 'GALLA_BILLING_RETRY_DAYS',
    needs: 'GALLA_SUBSCRIPTIONS',
    description:
      'Days after each failed debit until the next announcement, separated by commas; after the last one the subscription is halted; 1,3,5 if not set',
    list: true,
    check: retryDays,
  },
  {
    name: 'GALLA_BILLING_MAX_IN_FLIGHT',
    needs: 'GALLA_SUBSCRIPTIONS',
    description: 'Subscriptions that the process bills at the same time, at most, 1 to 500; 32 if not set',
    check: maxInFlight,
  },
  {
    name: 'GALLA_HOST',
    default: '127.0.0.1',
    description: 'Address to listen on; 0.0.0.0 inside a container',
    check: bindable,
  },
  { name: 'GALLA_PORT', default: '4600', description: 'Port to listen on; 0 for any free port', check: port },
  {
    name: 'GALLA_SOCKET',
    protects: true,
    description:
      'Path of a Unix socket to listen on, in place of an address and port, /run/galla/gateway.sock; its user and group may connect',
    check: socketPath,
  },
  {
    name: 'GALLA_LOG_LEVEL',
    default: 'info',
    description: 'debug, info, warn, error or silent',
    check: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  },
]
