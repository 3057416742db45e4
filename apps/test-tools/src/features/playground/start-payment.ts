import { defined } from '@galla/console/api/browser.ts'
import { consoleApi, sandboxApi } from '@galla/console/api/client.ts'
import { queryKeys } from '@galla/console/api/queries.ts'
import type { SampleOrder } from '@galla/console/code-samples/sample-order.ts'
import type { PlaygroundPay } from '@galla/contract/gateway-api/playground'
import type { PaymentMode } from '@galla/contract/provider/payment-mode'
import type { CardsResponse, ListedCard } from '@galla/contract/sandbox-api/routes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type OutcomeDraft, outcomeRequest } from '../sandbox/outcome-choice.tsx'
import type { PaymentKind } from './payment-kinds.ts'

/** A payment that was started, with what the payer needs to complete it. */
export interface StartedPayment {
  readonly kind: PaymentKind
  readonly merchantOrderId: string
  readonly redirectUrl?: string | undefined
  readonly intentUrl?: string | undefined
  /** The outcome that was chosen: it expires, and the money arrives afterwards. */
  readonly isLate?: boolean | undefined
}

interface StartInput {
  readonly kind: PaymentKind
  readonly order: SampleOrder
  /** Queued for this payment. */
  readonly outcome: OutcomeDraft
  readonly cardNumber: string
  readonly cards: CardsResponse | undefined
}

/**
 * Queues the outcome, encrypts the card and starts the payment. A hosted page is paid later, so its outcome is queued for its order:
 * another payment in between does not take it. With custom checkout the attempt starts with the call, so the outcome comes first.
 */
export function useStartPayment(onStarted: (payment: StartedPayment) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ kind, order, outcome, cardNumber, cards }: StartInput): Promise<StartedPayment> => {
      const isHosted = order.checkout === 'STANDARD'
      const isLate = outcome.outcome === 'LATE_PAYMENT'
      // Of a hosted page a payment expires only as a whole, whatever its payer tries: a button pays it afterwards.
      const queued = isLate && isHosted ? undefined : outcomeRequest(outcome)
      if (queued && !isHosted) await sandboxApi('POST /outcomes', { body: queued })
      const body = requestBody(order)
      const card = cards?.cards.find(({ number }) => number === cardNumber) ?? cards?.cards[0]
      if (body.paymentMode && cards && card) {
        body.paymentMode = await encryptMode(body.paymentMode, card, cards.encryption)
      }
      const { order: created, redirectUrl, intentUrl } = await consoleApi('POST /playground/pay', { body })
      const { merchantOrderId } = created
      if (queued && isHosted) await sandboxApi('POST /outcomes', { body: { ...queued, merchantOrderId } })
      return { kind, merchantOrderId, redirectUrl, intentUrl, isLate }
    },
    onSuccess: onStarted,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.sandbox() }),
  })
}

function requestBody(order: SampleOrder): PlaygroundPay {
  const { checkout, amount, reference, redirectUrl, expireAfter, message, metaInfo, paymentMode, deviceOS } = order
  return defined({
    checkout,
    amount,
    reference,
    redirectUrl,
    expireAfter,
    message,
    metaInfo,
    paymentMode,
    deviceOS,
  })
}

/** The payment mode with one of the sandbox's cards, encrypted with the provider's public key. The library is loaded on demand. */
async function encryptMode(
  mode: PaymentMode,
  { number, token, cvv, expiry }: ListedCard,
  key: CardsResponse['encryption'],
): Promise<PaymentMode> {
  const { encryptCard, importCardKey } = await import('@galla/react/core')
  const encryptor = await importCardKey(key)
  if (mode.type === 'CARD') {
    const card = { number, cvv, expiry: `${expiry.month}/${expiry.year.slice(-2)}` }
    return { ...mode, cardDetails: encryptCard(encryptor, card) }
  }
  if (mode.type !== 'TOKEN') return mode
  return {
    ...mode,
    tokenDetails: {
      encryptedToken: encryptor.encrypt(token),
      encryptedCvv: encryptor.encrypt(cvv),
      encryptionKeyId: key.keyId,
      expiry,
      panSuffix: number.slice(-4),
    },
  }
}

/** The sandbox's test cards and public key; they do not change while it runs. */
export function useCards() {
  return useQuery({
    queryKey: queryKeys.sandbox('cards'),
    queryFn: () => sandboxApi('GET /cards'),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
