import { contacts, hostNames, merchantKey, secureUrl, webhookSecret } from '../value-checks.ts'
import type { Variable } from './variable.ts'

/** Merchant API, notifications and handlers: the parts that the merchant’s own programs use. */
export const MERCHANT_VARIABLES: readonly Variable[] = [
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
      'Address to which people report a security problem of this server, mailto:security@shop.example or an https URL; several addresses are separated by commas; served as /.well-known/security.txt',
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
    description:
      'Secret that signs the events for GALLA_NOTIFY_URL, whsec_ and 24 to 64 bytes in base64; needs the URL',
    check: webhookSecret,
  },
  {
    name: 'GALLA_NOTIFY_SECRET_2',
    needs: 'GALLA_NOTIFY_SECRET',
    secret: true,
    description: 'Second secret that also signs these events, while you replace the first',
    check: webhookSecret,
  },
  {
    name: 'GALLA_HANDLERS',
    description:
      'Path of your JavaScript module that exports `on`, `notifiers`, `paymentMethods`, `accountNotifier` or `tracing`',
  },
]
