/** The least variables of `galla gateway`. */
export const COMPLETE = {
  GALLA_ENVIRONMENT: 'SANDBOX',
  GALLA_CLIENT_ID: 'tea-stall',
  GALLA_CLIENT_SECRET: 'a secret',
  GALLA_CALLBACK_USERNAME: 'tea_stall',
  GALLA_CALLBACK_PASSWORD: 'two cups 2',
}

/** Signs events; 32 bytes. */
export const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** Turns the console on. */
export const CONSOLE = { GALLA_CONSOLE_PASSWORD: 'two cups of tea' }

/** Containers in development. */
export const CONTAINERS = {
  GALLA_ENVIRONMENT: 'SANDBOX',
  GALLA_DATABASE: 'postgres://galla@database/galla',
  GALLA_NOTIFY_URL: 'http://app:3000/events',
  GALLA_HOSTS_WITHOUT_TLS: 'database,app',
}

/** A gateway that is ready, without console and merchant API. */
export const PRODUCTION = {
  GALLA_ENVIRONMENT: 'PRODUCTION',
  GALLA_CLIENT_ID: 'TEAL2026',
  GALLA_CLIENT_SECRET: 'f00dfeed-cups-8d2c',
  GALLA_CLIENT_VERSION: '3',
  GALLA_DATABASE: 'postgres://galla@db.example/galla?sslmode=verify-full',
  GALLA_DATA_KEYS: `2026a:${Buffer.alloc(32, 1).toString('base64')}`,
  GALLA_CALLBACK_USERNAME: 'tea_stall',
  GALLA_CALLBACK_PASSWORD: 'k7Vd2mQx9Rt4',
}
