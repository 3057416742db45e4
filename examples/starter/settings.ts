import type { Environment } from '@galla/sdk'

/** Settings of the shop, from the variables that `.env.example` lists. */
export type Settings = ReturnType<typeof readSettings>

/** Reads the settings. Galla itself refuses an empty credential and names the field. */
export function readSettings(variables: { readonly [name: string]: string | undefined } = process.env) {
  const { PORT = '3000', GALLA_PROVIDER_URL } = variables
  return {
    port: Number(PORT),
    /** Address at which payers reach the shop, as the browser shows it. Behind a proxy the server does not know it. */
    shopUrl: variables.SHOP_URL || `http://127.0.0.1:${PORT}`,
    client: {
      environment: environmentOf(variables.GALLA_ENVIRONMENT),
      clientId: variables.GALLA_CLIENT_ID ?? '',
      clientSecret: variables.GALLA_CLIENT_SECRET ?? '',
      clientVersion: variables.GALLA_CLIENT_VERSION || '1',
    },
    callbackCredentials: {
      username: variables.GALLA_CALLBACK_USERNAME ?? '',
      password: variables.GALLA_CALLBACK_PASSWORD ?? '',
    },
    /** Address of a sandbox on this machine in place of the provider. */
    hosts: GALLA_PROVIDER_URL || undefined,
    /** A folder with an embedded PostgreSQL, or a `postgres://` URL. Only the gateway needs one. */
    database: variables.GALLA_DATABASE || './data/gateway',
    /** Without a password there is no console. */
    consolePassword: variables.GALLA_CONSOLE_PASSWORD || undefined,
  }
}

function environmentOf(value = 'SANDBOX'): Environment {
  if (value === 'SANDBOX' || value === 'PRODUCTION') return value
  throw new Error(`GALLA_ENVIRONMENT must be SANDBOX or PRODUCTION, not ${JSON.stringify(value)}.`)
}
