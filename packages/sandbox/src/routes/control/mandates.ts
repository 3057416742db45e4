import { NOTICE_MS } from '@galla/contract/provider/subscriptions'
import type { SandboxMandate, SandboxRedemption } from '@galla/contract/sandbox-api/mandates'
import type { ControlRoutes } from '@galla/contract/sandbox-api/routes'
import type { SandboxContext } from '../../context.ts'
import { nextOffPeakMs } from '../../domain/billing-time.ts'
import { defined } from '../../domain/defined.ts'
import type { Mandate, MandateCommand } from '../../domain/mandate.ts'
import { findFailure, type Outcome, SUCCESS } from '../../domain/outcome.ts'
import { isFinal, openTry, type Redemption } from '../../domain/redemption.ts'
import { DEFAULT_QUIRKS, type Quirks } from '../../quirks.ts'
import { mandateResponse, redemptionResponse } from '../../responses/mandates.ts'
import type { Store } from '../../storage/store.ts'
import { ApiError, badRequest, type RouteRequest } from '../router.ts'
import { bodyFields, optionalFlag } from '../validation.ts'

/** @throws ApiError 404 UNKNOWN_MANDATE */
export function findMandate({ context }: RouteRequest, id: string | undefined): Mandate {
  const mandate = context.store.mandates.get(id ?? '')
  if (!mandate) throw new ApiError(404, 'UNKNOWN_MANDATE', `There is no mandate ${id}.`)
  return mandate
}

/** @throws ApiError 404 UNKNOWN_REDEMPTION */
export function findRedemption({ context }: RouteRequest, id: string | undefined): Redemption {
  const redemption = context.store.redemptions.get(id ?? '')
  if (!redemption) throw new ApiError(404, 'UNKNOWN_REDEMPTION', `There is no redemption order ${id}.`)
  return redemption
}

/** `GET /mandates`: newest first. */
export function listMandates({ context, query }: RouteRequest): ControlRoutes['GET /mandates']['response'] {
  const found = [...context.store.mandates.all()].filter(
    ({ state }) => query.state === undefined || state === query.state,
  )
  const mandates = found.reverse().map((one) => showMandate(one, context))
  return { merchantName: context.settings.merchantName, mandates }
}

/** `GET /mandates/{merchantSubscriptionId}` */
export function readMandate(request: RouteRequest): SandboxMandate {
  return showMandate(findMandate(request, request.params.merchantSubscriptionId), request.context)
}

/** `GET /redemptions/{merchantOrderId}` */
export function readRedemption(request: RouteRequest): SandboxRedemption {
  return showRedemption(findRedemption(request, request.params.merchantOrderId), request.context)
}

function showMandate(mandate: Mandate, context: SandboxContext): SandboxMandate {
  const { setupOrderId, family, createdAtMs, umn, activatedAtMs, merchantSubscriptionId } = mandate
  const redemptions = context.store.redemptionsOf(merchantSubscriptionId)
  return {
    ...mandateResponse(mandate),
    setupOrderId,
    checkout: family,
    createdAtMs,
    ...defined({ umn, activatedAtMs }),
    redemptions: redemptions.map((one) => showRedemption(one, context)),
  }
}

function showRedemption(redemption: Redemption, { settings, store, clock }: SandboxContext): SandboxRedemption {
  const view = { tries: redemption.tries, merchantId: settings.merchantId, quirks: DEFAULT_QUIRKS }
  const { createdAtMs, completedAtMs } = redemption
  return {
    ...redemptionResponse(redemption, view),
    createdAtMs,
    ...defined({
      debitAtMs: debitAtMs(redemption, store, settings.quirks, clock.now()),
      completedAtMs,
      void: redemption.void,
    }),
  }
}

/** The first time at which a redemption order can be debited; `undefined` when no debit is to come. */
function debitAtMs(
  redemption: Redemption,
  store: Store,
  { peakHours }: Pick<Quirks, 'peakHours'>,
  nowMs: number,
): number | undefined {
  const { state, next, notifiedAtMs, expiresAtMs, merchantSubscriptionId } = redemption
  const mandate = store.mandates.get(merchantSubscriptionId)
  if (isFinal(redemption) || redemption.void || mandate?.state !== 'ACTIVE') return undefined
  if (state === 'PENDING') return next?.atMs
  const firstFrom = redemption.autoDebit || peakHours !== 'allowed' ? nextOffPeakMs : (fromMs: number) => fromMs
  const firstMs = firstFrom((notifiedAtMs ?? next?.atMs ?? nowMs) + NOTICE_MS)
  const peakEndMs = firstFrom(nowMs)
  const atMs = firstMs < nowMs && peakEndMs > nowMs ? peakEndMs : firstMs
  return atMs < Math.min(expiresAtMs, mandate.expiresAtMs) ? atMs : undefined
}

/** `POST /mandates/{merchantSubscriptionId}/simulate`: what the payer does in the UPI app. */
export function simulateMandate(request: RouteRequest): SandboxMandate {
  const { context, params } = request
  const { action, pauseUntilMs, silent } = bodyFields(request.body)
  const mandate = findMandate(request, params.merchantSubscriptionId)
  if (action === 'OPT_OUT') optOut(context, mandate)
  else {
    const command = commandFor(action, pauseUntilMs)
    if (changeMandate(context, mandate, command, optionalFlag(silent, 'silent')) === undefined) {
      throw new ApiError(
        409,
        'WRONG_STATE',
        `The mandate is ${mandate.state}, or the end of the pause is not in the future.`,
      )
    }
  }
  return showMandate(findMandate(request, params.merchantSubscriptionId), context)
}

function commandFor(action: unknown, pauseUntilMs: unknown): MandateCommand {
  switch (action) {
    case 'PAUSE':
      if (typeof pauseUntilMs !== 'number' || !Number.isSafeInteger(pauseUntilMs)) {
        throw badRequest('pauseUntilMs must be a time in epoch milliseconds.')
      }
      return { type: 'PAUSE', untilMs: pauseUntilMs }
    case 'RESUME':
    case 'REVOKE':
      return { type: action }
    default:
      throw badRequest('action must be PAUSE, RESUME, REVOKE or OPT_OUT.')
  }
}

/** The mandate after a command; undefined when its state does not allow it. */
export function changeMandate(
  context: SandboxContext,
  { merchantSubscriptionId }: Mandate,
  command: MandateCommand,
  silent = false,
): Mandate | undefined {
  const change = context.mandates.apply(merchantSubscriptionId, command, silent)
  return change.refused ? undefined : change.mandate
}

/** The payer refuses the debit that was announced last; the mandate stays (autopay §5.5). */
function optOut(context: SandboxContext, mandate: Mandate): void {
  const open = context.store.redemptionsOf(mandate.merchantSubscriptionId).filter((one) => !isFinal(one) && !one.void)
  const last = open.at(-1)
  if (!last) throw new ApiError(409, 'NO_DEBIT', 'No debit of this mandate is announced.')
  if (last.state === 'PENDING') throw new ApiError(409, 'WRONG_STATE', 'The debit has started.')
  context.mandates.applyTo(last.merchantOrderId, { type: 'VOID' })
}

/** `POST /redemptions/{merchantOrderId}/simulate` */
export function simulateRedemption(request: RouteRequest): SandboxRedemption {
  const { outcome, errorCode } = bodyFields(request.body)
  if (outcome !== 'SUCCESS' && outcome !== 'FAILURE') throw badRequest('outcome must be SUCCESS or FAILURE.')
  const failure = findFailure(errorCode === undefined ? 'Z9' : String(errorCode))
  if (!failure) throw badRequest(`errorCode ${JSON.stringify(errorCode)} is not a known failure code.`)
  const redemption = findRedemption(request, request.params.merchantOrderId)
  const ends: Outcome = outcome === 'SUCCESS' ? SUCCESS : { kind: 'FAILURE', failure }
  const after = endRedemption(request.context, redemption, ends)
  if (!after) {
    const message = `The order is ${redemption.state} and has no open notification or debit.`
    throw new ApiError(409, 'WRONG_STATE', message)
  }
  return showRedemption(after, request.context)
}

/** The order after its open notification or try ended; undefined when neither is open. */
export function endRedemption(
  { mandates, clock }: SandboxContext,
  redemption: Redemption,
  outcome: Outcome,
): Redemption | undefined {
  if (redemption.state !== 'NOTIFICATION_IN_PROGRESS' && !openTry(redemption)) return undefined
  const change = mandates.endOpenStep(redemption.merchantOrderId, outcome, clock.now())
  return change.refused ? undefined : change.redemption
}
