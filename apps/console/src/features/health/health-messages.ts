/** What to do when a check is red, by its name. */
const CHECKS: { readonly [name: string]: string } = {
  database:
    'Nothing can be written down: callbacks are answered with 503, and the provider sends them again. Look at the database itself: its disk, its connections, the network between. Embedded books say more in their folder’s log.',
  workers:
    'Callbacks are accepted, but nobody folds them, asks after orders or sends refunds. Start a process that calls gateway.start(). If one should be running, look at its log: it beats every ten seconds and is struck off after thirty-five.',
  queues:
    'Somebody works, but not fast enough, or the provider is away. Open the API log: failures there explain a queue of orders or refunds. If all is well there, start another worker.',
  people: 'Something stopped because going on might lose money. Each tells why, and what to do, on its own page.',
}

export interface QueueWords {
  /** What lies in it. */
  title: string
  says: string
}

const QUEUES: { readonly [name: string]: QueueWords } = {
  callbacks: { title: 'Callbacks to fold', says: 'Accepted, and not yet folded into their orders.' },
  orders: { title: 'Orders to ask after', says: 'Their time to be looked at has come.' },
  refunds: { title: 'Refunds to send or ask after', says: 'To be sent, or their status is due.' },
  deliveries: { title: 'Effects to run', says: 'Handlers and notifications whose time has come.' },
  'failed callbacks': { title: 'Parked callbacks', says: 'Could not be folded. A person decides.' },
  'failed deliveries': { title: 'Parked effects', says: 'Failed until no attempts were left. A person decides.' },
  'orders in review': { title: 'Parked orders', says: 'Something did not add up. A person decides.' },
}

export const adviceOn = (check: string): string | undefined =>
  Object.hasOwn(CHECKS, check) ? CHECKS[check] : undefined

export const queueWords = (name: string): QueueWords =>
  (Object.hasOwn(QUEUES, name) ? QUEUES[name] : undefined) ?? { title: name, says: '' }

const STEPS = [
  ['days', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const

/** How long something has lasted: `4 s`, `12 min`, `3 h`, `2 days`. A clock that is a little ahead makes nothing negative. */
export function ageText(ms: number): string {
  const [unit, step] = STEPS.find(([, least]) => ms >= least * (least === 86_400_000 ? 2 : 1)) ?? []
  if (unit === undefined || step === undefined) return `${Math.max(Math.floor(ms / 1_000), 0)} s`
  return `${Math.floor(ms / step)} ${unit}`
}
