import type { PlaygroundPay } from '@galla/contract/gateway-api/console-routes'
import type { CardsReply } from '@galla/contract/sandbox-api/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { control } from '../../api/control.ts'
import { keys } from '../../api/query-keys.ts'
import type { SampleOrder } from '../../code/sample-order.ts'
import { decisionOf, type OutcomeDraft } from '../sandbox/outcome-choice.tsx'
import type { KindId } from './kinds.ts'
import { sealMode } from './seal.ts'

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
