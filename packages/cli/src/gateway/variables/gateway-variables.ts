import { CONSOLE_VARIABLES } from './console-variables.ts'
import { DATABASE_VARIABLES } from './database-variables.ts'
import { MERCHANT_VARIABLES } from './merchant-variables.ts'
import { PAYMENT_VARIABLES } from './payment-variables.ts'
import { CALLBACK_VARIABLES, PROVIDER_VARIABLES } from './provider-variables.ts'
import { SERVER_VARIABLES } from './server-variables.ts'
import type { Variable } from './variable.ts'

/** All variables of `galla gateway`. Any other variable that begins with GALLA_ is refused. */
export const GATEWAY_VARIABLES: readonly Variable[] = [
  ...PROVIDER_VARIABLES,
  ...DATABASE_VARIABLES,
  ...CALLBACK_VARIABLES,
  ...CONSOLE_VARIABLES,
  ...MERCHANT_VARIABLES,
  ...PAYMENT_VARIABLES,
  ...SERVER_VARIABLES,
]
