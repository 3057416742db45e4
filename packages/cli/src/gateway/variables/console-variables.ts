import { issuer, length, minutes, networks, oidcRoles, ownUrl, proxies, word } from '../value-checks.ts'
import type { Variable } from './variable.ts'

/** The console, and the provider of its sign-in. */
export const CONSOLE_VARIABLES: readonly Variable[] = [
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
      'Minutes for which a proof of identity is valid in the console; refunds, and changes to users, keys and payer data, need a valid proof; 10 if not set',
    check: minutes,
  },
  {
    name: 'GALLA_TRUSTED_PROXIES',
    needs: 'GALLA_CONSOLE_PASSWORD',
    description:
      'Addresses or networks of your proxies, separated by commas; their x-forwarded-for names the client; for a proxy that connects to GALLA_SOCKET, add 127.0.0.1',
    list: true,
    check: proxies,
  },
  {
    name: 'GALLA_CONSOLE_NETWORKS',
    protects: true,
    needs: 'GALLA_CONSOLE_PASSWORD',
    description:
      'Addresses or networks from which people may open the console, separated by commas; if the variable is not set, people may open the console from anywhere',
    list: true,
    check: networks,
  },
  {
    name: 'GALLA_OIDC_ISSUER',
    needs: 'GALLA_OIDC_CLIENT_ID',
    description:
      'Issuer of the identity provider (OpenID Connect) with which users of the console sign in; needs client id and secret, and the package openid-client',
    check: issuer,
  },
  {
    name: 'GALLA_OIDC_CLIENT_ID',
    needs: 'GALLA_OIDC_CLIENT_SECRET',
    description:
      'Id of the client that is registered at the identity provider; its redirect URI is the URL of the console followed by /api/sign-in/callback',
    check: word,
  },
  {
    name: 'GALLA_OIDC_CLIENT_SECRET',
    needs: 'GALLA_OIDC_ISSUER',
    secret: true,
    description: 'Secret of the client that is registered at the identity provider',
  },
  {
    name: 'GALLA_OIDC_LABEL',
    needs: 'GALLA_OIDC_ISSUER',
    description: 'Name of the identity provider on the button Sign in with …',
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
]
