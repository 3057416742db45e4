import type { ReactNode } from 'react'
import { countText } from '../../i18n/plural.ts'

/** The page of the API keys. */
export const apiKeysEnglish = {
  title: 'API keys',
  aside: 'Programs that may call the merchant API',
  create: 'Create a key…',
  use: (header: ReactNode, path: ReactNode, command: ReactNode, handler: ReactNode) => [
    'A program sends its key as ',
    header,
    ' to the merchant API: under ',
    path,
    ' of ',
    command,
    ', or where your server mounts ',
    handler,
    '. Keys that the gateway was started with may do everything and are not listed here.',
  ],
  apiOn: 'The merchant API of this gateway is on.',
  keys: 'the API keys',
  empty: 'No key yet',
  emptyText: 'Programs call the merchant API with one.',
  rights: (scopes: string, callsPerSec: number) => `${scopes}; ${callsPerSec} calls per second`,
  networks: (networks: string) => `; from ${networks}`,
  unused: 'Not used yet.',
  used: (time: ReactNode) => ['Last used ', time, '.'],
  created: (time: ReactNode, by: ReactNode) => ['Created ', time, ' by ', by, '.'],
  program: 'a program',
  revoked: (time: ReactNode) => ['Revoked ', time, '.'],
  lasting: 'Never expires.',
  expired: (time: ReactNode) => ['Expired ', time, '.'],
  expires: (time: ReactNode) => ['Expires ', time, '.'],
  revoke: {
    open: 'Revoke…',
    which: (name: ReactNode) => [' the key ', name],
    title: (name: string) => `Revoke ${name}`,
    action: 'Revoke the key',
    text: 'Programs that use this key are refused from their next call on. You cannot undo this.',
    failed: 'The key was not revoked.',
  },
}

/** How the merchant API is turned on. */
export const merchantApiOffEnglish = {
  how: (command: ReactNode, variable: ReactNode, method: ReactNode, option: ReactNode) => [
    'The merchant API is off in this gateway. A key works once ',
    command,
    ' is started with the variable ',
    variable,
    ', or your server gives ',
    method,
    ' the option ',
    option,
    '. Only the scope Metrics works without it.',
  ],
}

/** The dialog that creates a key. */
export const createKeyEnglish = {
  title: 'Create an API key',
  action: 'Create the key',
  failed: 'The key was not created.',
  keep: 'Copy the key to the place where the program keeps its secrets. The key is not shown again.',
  key: 'Key',
  done: 'Done',
  name: 'Name',
  nameHint: 'The program that uses the key. The audit log shows it.',
  noName: 'Enter a name.',
  scopes: 'Scopes',
  noScope: 'Choose at least one scope.',
  calls: 'Calls per second',
  callsHint: (most: number, usual: number) => `1 to ${countText(most)}, for each replica. The default is ${usual}.`,
  wrongCalls: (most: number) => `Enter a whole number from 1 to ${countText(most)}.`,
  networks: 'Allowed networks (optional)',
  networksHint: 'Addresses and networks from which the key is accepted. Empty: from everywhere.',
  expiry: 'Expires',
  expiries: { month: 'After 30 days', quarter: 'After 90 days', year: 'After a year', never: 'Never' },
}

/** The name and the rights of each scope. */
export const scopesEnglish = {
  read: { name: 'Read', text: 'Read and list orders, refunds, settlements, plans and subscriptions.' },
  orders: { name: 'Orders', text: 'Start, pay, check and cancel orders.' },
  refunds: { name: 'Refunds', text: 'Refund without another person, up to your limits, and check refunds.' },
  'refunds:request': {
    name: 'Refunds:request',
    text: 'Request refunds that a person approves in the console, whatever their amount.',
  },
  subscriptions: {
    name: 'Subscriptions',
    text: 'Create and archive plans; start, pause and cancel subscriptions, and change their prices.',
  },
  settlements: {
    name: 'Settlements',
    text: 'Import settlement reports and bank statements, and take imports back.',
  },
  payers: { name: 'Payers', text: 'Erase a payer’s data, and hold orders back from erasure.' },
  holds: { name: 'Holds', text: 'End legal holds, after which the data can be erased.' },
  operations: { name: 'Operations', text: 'Read timelines of orders, callbacks and the health report.' },
  metrics: { name: 'Metrics', text: 'Read the metrics of this gateway, for Prometheus.' },
}
