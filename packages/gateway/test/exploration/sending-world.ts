import type { Paise } from '@galla/contract/money'
import type { Model, Step } from '@galla/testkit/explore'
import { FLIGHT_MS } from '../../src/domain/limits.ts'
import type { RefundObservation } from '../../src/domain/refunds/observations.ts'
import { reduceRefund } from '../../src/domain/refunds/reduce.ts'
import { newRefund, type RefundRecord } from '../../src/domain/refunds/refund.ts'
import { maySend, mayStillArrive } from '../../src/domain/refunds/sending.ts'

// Two workers send one refund. What they decide is the gateway's own code; leases, the network, the provider and the clock are modelled.

/** The unit of time: the longest pause before a request, and its time limit. Milliseconds. */
const TICK_MS = FLIGHT_MS / 4
const AMOUNT = 20_000 as Paise

/** The world's behaviour, and the rules of the gateway that are left out to see their effect. */
export interface SendingOptions {
  /** The provider refuses a second refund with the same id. */
  readonly refusesRepeats: boolean
  /** A status that is asked for in the tick in which the provider has accepted the refund may deny it. */
  readonly statusLags: boolean
  /** Ticks within which a request arrives, or never. */
  readonly arrivesWithin: number
  readonly without?: 'flight rule' | 'status first' | 'doubt first' | 'check of the pause' | 'fencing'
}

/** A worker's step, with its earlier knowledge. Each step may take any time, and the process may die in each step. */
interface Worker {
  readonly at: 'idle' | 'asking' | 'answered' | 'marked' | 'waiting'
  readonly token: number
  /** The refund as it was read, and its version. */
  readonly read: RefundRecord
  readonly version: number
  readonly sinceTick: number
  readonly check?: RefundObservation
  readonly reply?: 'accepted' | 'refused'
  /** The status is asked for after a refusal, and nothing is sent. */
  readonly isAfterRefusal?: true
}

/** A request under way. `attempt`: names the sending. */
interface Flight {
  readonly worker: 0 | 1
  readonly attempt: number
  readonly sinceTick: number
}

export interface SendingWorld {
  readonly refund: RefundRecord
  readonly version: number
  readonly tick: number
  readonly token: number
  readonly leasedUntilTick: number
  readonly workers: readonly [Worker, Worker]
  readonly flights: readonly Flight[]
  /** How often the provider has accepted the refund, at most 2, and when last. */
  readonly accepted: number
  readonly acceptedTick: number
  /** Decisions that persons have left. */
  readonly persons: number
}

const REQUESTED = newRefund({
  id: 1,
  merchantRefundId: 'r-1',
  merchantOrderId: 'one',
  amount: AMOUNT,
  origin: 'api',
  createdAtMs: 0,
})
const IDLE: Worker = { at: 'idle', token: 0, read: REQUESTED, version: 0, sinceTick: 0 }
const NAMES = ['A', 'B'] as const
const LEASE_TICKS = 1
const SENDING_LEASE_TICKS = FLIGHT_MS / TICK_MS
const DENIED = { kind: 'status-failed', unknownRefund: true } as const
const UNANSWERED = { kind: 'status-failed', unknownRefund: false } as const
const REPORTED = {
  state: 'PENDING',
  amount: AMOUNT,
  merchantRefundId: 'r-1',
  refundId: 'OMR1',
} as const

type Change = (world: SendingWorld) => SendingWorld

const withWorker = (world: SendingWorld, at: 0 | 1, worker: Worker): SendingWorld => ({
  ...world,
  workers: at === 0 ? [worker, world.workers[1]] : [world.workers[0], worker],
})

/** Applies an observation as `applyRefundObservation` does: of the version that it was asked about, or not at all. */
function observe(world: SendingWorld, observation: RefundObservation, version = world.version): SendingWorld {
  if (version !== world.version) return world
  const surroundings = { nowMs: world.tick * TICK_MS, available: AMOUNT }
  const { refund } = reduceRefund(world.refund, observation, surroundings)
  const isChanged = JSON.stringify(refund) !== JSON.stringify(world.refund)
  return isChanged ? { ...world, refund, version: world.version + 1 } : world
}

/** Ends the lease of the worker, if it is still its own. */
function release(world: SendingWorld, at: 0 | 1): SendingWorld {
  const isOwn = world.workers[at].token === world.token
  return withWorker(isOwn ? { ...world, leasedUntilTick: world.tick } : world, at, IDLE)
}

/** As `markSending`: the lease is this worker's, so nobody has sent the refund since it was read. */
function mark(world: SendingWorld, at: 0 | 1, { without }: SendingOptions): SendingWorld | undefined {
  const { token } = world.workers[at]
  const { refund, tick } = world
  const isOwn = token === world.token || without === 'fencing'
  if (!isOwn || refund.state !== 'REQUESTED') return undefined
  if (refund.needsReview || refund.refusal) return undefined
  const sending = { ...refund, attempts: refund.attempts + 1, underWaySinceMs: tick * TICK_MS }
  const { underWaySinceMs: _, ...undated } = sending
  const marked = without === 'flight rule' ? undated : sending
  return {
    ...world,
    refund: without === 'doubt first' ? { ...refund, attempts: sending.attempts } : { ...marked, inDoubt: true },
    version: world.version + 1,
    leasedUntilTick: tick + SENDING_LEASE_TICKS,
  }
}

/** The answers that the provider may give in this moment. */
function* answers({ accepted, acceptedTick, tick }: SendingWorld, { statusLags }: SendingOptions) {
  if (accepted === 0 || (statusLags && acceptedTick === tick)) yield ['denies it', DENIED, accepted === 0] as const
  if (accepted > 0) yield ['reports it as PENDING', { kind: 'status', status: REPORTED }, true] as const
  yield ['does not answer', UNANSWERED, false] as const
}

function* claim(world: SendingWorld, at: 0 | 1, { without }: SendingOptions): Iterable<Step<SendingWorld>> {
  const { refund, version, tick, leasedUntilTick } = world
  if (refund.state !== 'REQUESTED' || leasedUntilTick > tick) return
  const token = world.token + 1
  const claimed = { ...IDLE, token, read: refund, version, sinceTick: tick }
  const asksFirst = without !== 'status first'
  const denied = { ...DENIED, checkedAtMs: tick * TICK_MS, checkedVersion: version }
  const worker: Worker = asksFirst ? { ...claimed, at: 'asking' } : { ...claimed, at: 'answered', check: denied }
  yield {
    label: `${NAMES[at]} claims the refund`,
    isFair: true,
    to: withWorker({ ...world, token, leasedUntilTick: tick + LEASE_TICKS }, at, worker),
  }
}

function* work(world: SendingWorld, at: 0 | 1, options: SendingOptions): Iterable<Step<SendingWorld>> {
  const worker = world.workers[at]
  const who = NAMES[at]
  const step = (label: string, change: Change): Step<SendingWorld> => ({
    label: `${who} ${label}`,
    isFair: true,
    to: change(world),
  })
  switch (worker.at) {
    case 'idle':
      yield* claim(world, at, options)
      return
    case 'asking':
      for (const [label, answer, isFair] of answers(world, options)) {
        const check = { ...answer, checkedAtMs: worker.sinceTick * TICK_MS, checkedVersion: worker.version }
        const to = withWorker(world, at, { ...worker, at: 'answered', check })
        yield { label: `the provider ${label} to ${who}`, isFair, to }
      }
      return
    case 'answered':
      yield step('applies the answer', (from) => applyAnswer(from, at, options))
      return
    case 'marked':
      yield* sendOrStop(world, at, options)
      return
    case 'waiting':
      if (worker.reply !== undefined) yield step(`stores the reply "${worker.reply}"`, (from) => applyReply(from, at))
      else if (world.tick > worker.sinceTick)
        yield step('gets no reply in time', (from) => release(observe(from, failed(worker, 'unknown')), at))
  }
}

function applyAnswer(world: SendingWorld, at: 0 | 1, options: SendingOptions): SendingWorld {
  const worker = world.workers[at]
  const { check = UNANSWERED, read, version } = worker
  if (worker.isAfterRefusal || !maySend(read, check)) return release(observe(world, check, version), at)
  const marked = mark(world, at, options)
  // Postponed: the lease ends by itself.
  if (!marked) return withWorker(world, at, IDLE)
  return withWorker(marked, at, { ...worker, at: 'marked', sinceTick: world.tick })
}

const failed = (
  { read }: Worker,
  outcome: 'not-sent' | 'rejected' | 'unknown',
  refusal?: { readonly meaning: 'refused' | 'unclear' },
): RefundObservation => ({
  kind: 'response-failed',
  outcome,
  attempt: read.attempts + 1,
  first: !read.inDoubt,
  ...(refusal && { refusal }),
})

function* sendOrStop(world: SendingWorld, at: 0 | 1, { without }: SendingOptions): Iterable<Step<SendingWorld>> {
  const worker = world.workers[at]
  if (world.tick - worker.sinceTick > 1 && without !== 'check of the pause')
    yield {
      label: `${NAMES[at]} was paused for too long and does not send`,
      isFair: true,
      to: release(observe(world, failed(worker, 'not-sent')), at),
    }
  else
    yield {
      label: `${NAMES[at]} sends the request`,
      isFair: true,
      to: withWorker(
        {
          ...world,
          flights: [...world.flights, { worker: at, attempt: worker.read.attempts + 1, sinceTick: world.tick }],
        },
        at,
        { ...worker, at: 'waiting', sinceTick: world.tick },
      ),
    }
}

function applyReply(world: SendingWorld, at: 0 | 1): SendingWorld {
  const worker = world.workers[at]
  const attempt = worker.read.attempts + 1
  if (worker.reply === 'accepted') return release(observe(world, { kind: 'response', status: REPORTED, attempt }), at)
  const refused = observe(world, failed(worker, 'rejected', { meaning: 'refused' }))
  // The status is read at once, while the lease is still held.
  const { refund, version, tick } = refused
  return withWorker(refused, at, {
    ...worker,
    at: 'asking',
    read: refund,
    version,
    sinceTick: tick,
    isAfterRefusal: true,
  })
}

function* deliver(world: SendingWorld, { refusesRepeats }: SendingOptions): Iterable<Step<SendingWorld>> {
  for (const [index, { worker: at, attempt }] of world.flights.entries()) {
    const flights = world.flights.filter((_, other) => other !== index)
    const waiting = world.workers[at]
    const hears = waiting.at === 'waiting' && waiting.read.attempts + 1 === attempt && waiting.reply === undefined
    const replied = (to: SendingWorld, reply: Worker['reply'] & string) =>
      hears ? withWorker(to, at, { ...waiting, reply }) : to
    const isRepeat = refusesRepeats && world.accepted > 0
    const arrived = isRepeat
      ? { ...world, flights }
      : { ...world, flights, accepted: world.accepted + 1, acceptedTick: world.tick }
    const what = isRepeat ? 'refuses the repeat' : 'accepts the request'
    const reply = isRepeat ? 'refused' : 'accepted'
    yield { label: `the provider ${what} of ${NAMES[at]}`, isFair: true, to: replied(arrived, reply) }
    yield { label: `the provider ${what} of ${NAMES[at]}, and its reply is lost`, to: arrived }
    if (world.accepted === 0)
      yield { label: `the provider refuses the request of ${NAMES[at]}`, to: replied({ ...world, flights }, 'refused') }
    yield { label: `the request of ${NAMES[at]} is lost`, to: { ...world, flights } }
  }
}

/** A person decides about a refund in review, after a status check as the console makes it. */
function* decide(world: SendingWorld, options: SendingOptions): Iterable<Step<SendingWorld>> {
  const { refund, tick } = world
  if (!refund.needsReview || world.persons === 0) return
  const decided = { ...world, persons: world.persons - 1 }
  yield { label: 'a person has it sent again', to: observe(decided, { kind: 'resolution', decision: 'retry' }) }
  for (const [label, answer] of answers(world, options)) {
    const isDenied = answer === DENIED && !mayStillArrive(refund, { checkedAtMs: tick * TICK_MS })
    if (isDenied)
      yield {
        label: `a person fails it: the provider ${label}`,
        to: observe(decided, { kind: 'resolution', decision: 'failed' }),
      }
  }
}

function faultOf({ refund, accepted, flights }: SendingWorld): string | undefined {
  if (accepted > 1) return 'The provider has accepted the refund twice'
  if (accepted > 0 && refund.state === 'FAILED') return 'The provider has accepted the refund, and it is FAILED here'
  if (flights.length > 0 && refund.state === 'FAILED') return 'A request is under way, and the refund is FAILED here'
  if (flights.length > 0 && refund.state === 'REQUESTED' && !refund.inDoubt)
    return 'A request is under way, and nothing stored says so'
  return undefined
}

/** Every protocol of sending one refund with two processes, each of which may be paused or die at any step. */
export function sendingModel(options: SendingOptions, persons = 1): Model<SendingWorld> {
  return {
    initial: {
      refund: REQUESTED,
      version: 1,
      tick: 0,
      token: 0,
      leasedUntilTick: 0,
      workers: [IDLE, IDLE],
      flights: [],
      accepted: 0,
      acceptedTick: 0,
      persons,
    },
    *steps(world) {
      for (const step of stepsOf(world, options)) yield { ...step, fault: faultOf(step.to) }
    },
    keyOf,
    isSettled: ({ refund, accepted }) =>
      accepted > 0 ? refund.state === 'PENDING' : refund.state === 'FAILED' || refund.needsReview !== undefined,
    show: ({ refund, accepted }) =>
      `${refund.state}${refund.inDoubt ? ' in doubt' : ''}, sent ${refund.attempts} times; the provider has ${accepted}`,
  }
}

function* stepsOf(world: SendingWorld, options: SendingOptions): Iterable<Step<SendingWorld>> {
  for (const at of [0, 1] as const) {
    yield* work(world, at, options)
    if (world.workers[at].at !== 'idle') yield { label: `${NAMES[at]} dies`, to: withWorker(world, at, IDLE) }
  }
  yield* deliver(world, options)
  yield* decide(world, options)
  if (!world.flights.some(({ sinceTick }) => world.tick - sinceTick >= options.arrivesWithin))
    yield { label: '30 s pass', isFair: true, to: { ...world, tick: world.tick + 1 } }
}

/** Returns a key of everything that the future of a worker depends on: the worker's knowledge that is still true, and its next steps. */
function keyOfWorker({ refund, tick, token, version }: SendingWorld, worker: Worker): string {
  const { at, read, check, sinceTick, reply, isAfterRefusal = false } = worker
  const isOwn = worker.token === token
  const sinceRead = Math.min(refund.attempts - read.attempts, 2)
  switch (at) {
    case 'idle':
      return '-'
    case 'asking':
      return ['asking', isOwn, worker.version === version, sinceRead, read.inDoubt, wouldSend(worker)].join(',')
    case 'answered': {
      const kind = check && ('unknownRefund' in check ? check.unknownRefund : check.kind)
      const sends = !isAfterRefusal && check !== undefined && maySend(read, check)
      return ['answered', isOwn, worker.version === version, sinceRead, read.inDoubt, kind, sends].join(',')
    }
    case 'marked':
      return ['marked', isOwn, sinceRead, read.inDoubt, Math.min(tick - sinceTick, 2)].join(',')
    case 'waiting':
      return ['waiting', isOwn, sinceRead, read.inDoubt, reply ?? Math.min(tick - sinceTick, 1)].join(',')
  }
}

/** True when a denial that is requested now makes the worker send. */
const wouldSend = ({ read, sinceTick }: Worker): boolean =>
  maySend(read, { ...DENIED, checkedAtMs: sinceTick * TICK_MS })

/** Times as ages, up to where no rule tells them apart; tokens, versions and attempts as "still the newest"; the workers in any order. */
function keyOf(world: SendingWorld): string {
  const { refund, tick, workers, flights } = world
  const { refusal, needsReview, underWaySinceMs } = refund
  const ageOf = (sinceMs: number, limit: number) => Math.min(tick - sinceMs / TICK_MS, limit)
  const both = ([0, 1] as const)
    .map((at) => {
      const own = flights.filter(({ worker }) => worker === at)
      const keys = own.map(({ attempt, sinceTick }) => `${Math.min(refund.attempts - attempt, 2)}:${tick - sinceTick}`)
      return `${keyOfWorker(world, workers[at])}/${keys.sort().join(',')}`
    })
    .sort()
  return [
    refund.state,
    refund.inDoubt,
    refusal && `${refusal.meaning}${ageOf(refusal.atMs, 2)}`,
    needsReview?.reason,
    underWaySinceMs === undefined ? '' : ageOf(underWaySinceMs, SENDING_LEASE_TICKS),
    refund.attempts > 0,
    Math.max(world.leasedUntilTick - tick, 0),
    Math.min(world.accepted, 2),
    world.accepted > 0 && world.acceptedTick === tick,
    world.persons,
    ...both,
  ].join('|')
}
