import type { MandateState, MandateTerms } from '@galla/contract/provider/subscriptions'

/** Family of endpoints that set up the mandate. */
export type MandateFamily = 'custom' | 'standard'

/** The mandate that a setup order authorises; part of the order. */
export interface MandateDetails extends MandateTerms {
  readonly merchantSubscriptionId: string
  /** The provider's id, `OMS…`. */
  readonly subscriptionId: string
  readonly family: MandateFamily
  readonly expiresAtMs: number
}

/** One mandate. Immutable: every change makes a new value. */
export interface Mandate extends MandateDetails {
  readonly setupOrderId: string
  readonly state: MandateState
  readonly createdAtMs: number
  readonly activatedAtMs?: number
  readonly umn?: string
  /** UPI id of the payer, which the outcome table knows. */
  readonly payerVpa?: string
  readonly pauseStartMs?: number
  readonly pauseEndMs?: number
  /** The setup order expired: an approval that arrives later still activates the mandate. */
  readonly setupExpired?: true
}

export type MandateCommand =
  | { readonly type: 'ACTIVATE'; readonly umn: string; readonly payerVpa?: string }
  | { readonly type: 'SETUP_FAILED'; readonly expired: boolean }
  | { readonly type: 'PAUSE'; readonly untilMs: number }
  | { readonly type: 'RESUME' }
  | { readonly type: 'REVOKE' }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'CANCELLED' }
  | { readonly type: 'EXPIRE' }

export type MandateEventType = 'paused' | 'unpaused' | 'revoked' | 'cancelled'

export interface MandateChange {
  readonly mandate: Mandate
  /** A callback; approval, failure and expiry have none of their own (autopay §4.1). */
  readonly event?: MandateEventType
  /** Why the command changed nothing. */
  readonly refused?: 'WRONG_STATE' | 'NOT_DUE'
}

const ENDED: ReadonlySet<MandateState> = new Set(['FAILED', 'REVOKED', 'CANCELLED', 'EXPIRED'])

export function isEnded({ state }: Mandate): boolean {
  return ENDED.has(state)
}

/** Applies one command to a mandate (autopay §3.1). Ended states stay, but for an approval after the setup order expired. */
export function applyMandateCommand(mandate: Mandate, command: MandateCommand, nowMs: number): MandateChange {
  const { state } = mandate
  switch (command.type) {
    case 'ACTIVATE': {
      if (state !== 'ACTIVATION_IN_PROGRESS' && !mandate.setupExpired) return refuse(mandate)
      const { setupExpired: _expired, ...rest } = mandate
      const { type: _type, ...approval } = command
      return { mandate: { ...rest, ...approval, state: 'ACTIVE', activatedAtMs: nowMs } }
    }
    case 'SETUP_FAILED':
      if (state !== 'ACTIVATION_IN_PROGRESS') return refuse(mandate)
      return command.expired
        ? { mandate: { ...mandate, state: 'EXPIRED', setupExpired: true } }
        : { mandate: { ...mandate, state: 'FAILED' } }
    case 'PAUSE':
      if (state !== 'ACTIVE' || command.untilMs <= nowMs) return refuse(mandate)
      return {
        mandate: { ...mandate, state: 'PAUSED', pauseStartMs: nowMs, pauseEndMs: command.untilMs },
        event: 'paused',
      }
    case 'RESUME': {
      if (state !== 'PAUSED') return refuse(mandate)
      return { mandate: { ...withoutPause(mandate), state: 'ACTIVE' }, event: 'unpaused' }
    }
    case 'REVOKE':
      if (state !== 'ACTIVE' && state !== 'PAUSED') return refuse(mandate)
      return { mandate: { ...withoutPause(mandate), state: 'REVOKED' }, event: 'revoked' }
    case 'CANCEL':
      if (state !== 'ACTIVE' && state !== 'PAUSED') return refuse(mandate)
      return { mandate: { ...withoutPause(mandate), state: 'CANCEL_IN_PROGRESS' } }
    case 'CANCELLED':
      if (state !== 'CANCEL_IN_PROGRESS') return refuse(mandate)
      return { mandate: { ...mandate, state: 'CANCELLED' }, event: 'cancelled' }
    case 'EXPIRE':
      if (state !== 'ACTIVE' && state !== 'PAUSED') return refuse(mandate)
      if (nowMs < mandate.expiresAtMs) return { mandate, refused: 'NOT_DUE' }
      return { mandate: { ...withoutPause(mandate), state: 'EXPIRED' } }
  }
}

function withoutPause({ pauseStartMs: _start, pauseEndMs: _end, ...mandate }: Mandate): Mandate {
  return mandate
}

function refuse(mandate: Mandate): MandateChange {
  return { mandate, refused: 'WRONG_STATE' }
}
