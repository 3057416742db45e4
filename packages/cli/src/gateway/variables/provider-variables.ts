import { isMerchantName, MAX_MERCHANT_NAME } from '@galla/contract/appearance/appearance'
import { hostsWithoutTls, httpUrl, oneOf, orderIdPrefix, providerUrl, proxyUrl, word } from '../value-checks.ts'
import type { Variable } from './variable.ts'

/** The account at the provider, and the way to it. */
export const PROVIDER_VARIABLES: readonly Variable[] = [
  {
    name: 'GALLA_ENVIRONMENT',
    required: true,
    description: 'SANDBOX or PRODUCTION: the environment of the provider',
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
      'Private hosts that need no TLS, separated by commas, such as sandbox, database; only in SANDBOX, for containers in development',
    list: true,
    check: hostsWithoutTls,
  },
  {
    name: 'GALLA_OUTGOING_PROXY',
    protects: true,
    secret: true,
    description:
      'Proxy for calls to the provider, such as http://proxy.internal:3128, with user:password@ before the host if the proxy needs a password; needs the package undici',
    check: proxyUrl,
  },
]

/** Callbacks of the provider, and the name that payers know. */
export const CALLBACK_VARIABLES: readonly Variable[] = [
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
    description: 'User name that belongs to the second password, if the user name changes too',
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
    description: 'Key of HMAC-signed callbacks, in place of user name and password, or in addition to both',
  },
  {
    name: 'GALLA_CALLBACK_KEY_ID',
    needs: 'GALLA_CALLBACK_SECRET_KEY',
    description: 'Id of GALLA_CALLBACK_SECRET_KEY, if the dashboard shows an id',
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
    description: 'Id of GALLA_CALLBACK_SECRET_KEY_2',
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
]
