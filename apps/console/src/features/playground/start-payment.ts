import type { PlaygroundPay } from '@galla/contract/gateway-api/console-routes'
import type { PaymentMode } from '@galla/contract/provider/payment-mode'
import type { CardsReply, ListedCard } from '@galla/contract/sandbox-api/routes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, control } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import type { SampleOrder } from '../code-samples/sample-order.ts'
import { decisionOf, type OutcomeDraft } from '../sandbox/outcome-choice.tsx'
import type { KindId } from './payment-kinds.ts'

/** An order under way, with what its payer must act on. */
export interface Running {
  readonly kind: KindId
  readonly merchantOrderId: string
  readonly redirectUrl?: string | undefined
  readonly intentUrl?: string | undefined
}

interface Paying {
  readonly kind: KindId
  readonly order: SampleOrder
  readonly next: OutcomeDraft
  readonly cardNumber: string
  readonly cards: CardsReply | undefined
}

/** Decides what is to happen, seals what is to be sealed, and pays. */
export function usePay(onPaid: (running: Running) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ kind, order, next, cardNumber, cards }: Paying): Promise<Running> => {
      const decision = decisionOf(next)
      if (decision) await control('POST /outcomes', { body: decision })
      const body = bodyOf(order)
      const card = cards?.cards.find(({ number }) => number === cardNumber) ?? cards?.cards[0]
      if (body.paymentMode && cards && card) body.paymentMode = await sealMode(body.paymentMode, card, cards.encryption)
      const reply = await call('POST /playground/pay', { body })
      const { redirectUrl, intentUrl } = reply
      return { kind, merchantOrderId: reply.order.merchantOrderId, redirectUrl, intentUrl }
    },
    onSuccess: onPaid,
    onSettled: () => client.invalidateQueries({ queryKey: keys.sandbox() }),
  })
}

function bodyOf(order: SampleOrder): PlaygroundPay {
  const { checkout, amount, reference, redirectUrl, expireAfter, message, metaInfo, paymentMode, deviceOS } = order
  return {
    checkout,
    amount,
    reference,
    redirectUrl,
    ...(expireAfter === undefined ? {} : { expireAfter }),
    ...(message === undefined ? {} : { message }),
    ...(metaInfo === undefined ? {} : { metaInfo }),
    ...(paymentMode === undefined ? {} : { paymentMode }),
    ...(deviceOS === undefined ? {} : { deviceOS }),
  }
}

/** Puts one of the sandbox's cards under the provider's public key. The library for it is fetched now and not before. */
export async function sealMode(
  mode: PaymentMode,
  { number, token, cvv, expiry }: ListedCard,
  key: CardsReply['encryption'],
): Promise<PaymentMode> {
  const { openSeal, sealCard } = await import('@galla/react/core')
  const seal = await openSeal(key)
  if (mode.type === 'CARD') {
    const typed = { number, cvv, expiry: `${expiry.month}/${expiry.year.slice(-2)}` }
    return { ...mode, cardDetails: sealCard(seal, key, typed) }
  }
  if (mode.type !== 'TOKEN') return mode
  const sealed = { encryptedToken: seal(token), encryptedCvv: seal(cvv), encryptionKeyId: key.keyId, expiry }
  return { ...mode, tokenDetails: { ...sealed, panSuffix: number.slice(-4) } }
}

/** The sandbox's cards and its key: they are the same for as long as it runs. */
export function useCards() {
  return useQuery({
    queryKey: keys.sandbox('cards'),
    queryFn: () => control('GET /cards'),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
