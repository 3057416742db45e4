import { bindable, oneOf, port, socketPath } from '../value-checks.ts'
import type { Variable } from './variable.ts'

/** Where the server listens, and what it logs. */
export const SERVER_VARIABLES: readonly Variable[] = [
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
      'Path of a Unix socket to listen on, such as /run/galla/gateway.sock, in place of an address and port; the user and group of the process may connect',
    check: socketPath,
  },
  {
    name: 'GALLA_LOG_LEVEL',
    default: 'info',
    description: 'debug, info, warn, error or silent',
    check: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  },
]
