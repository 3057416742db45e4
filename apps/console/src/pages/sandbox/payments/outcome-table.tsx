import type { OutcomeRule } from '@galla/contract/sandbox-api/routes'
import { amountText } from '../../../ui/amount.tsx'
import { useControl } from '../use-control.ts'

/** The sandbox's table: what a payment must look like, and what then happens to it. */
export function OutcomeTable() {
  const { data } = useControl('GET /outcomes')
  return (
    <details>
      <summary className="w-fit rounded-edge text-brass underline underline-offset-4">
        Order ids, amounts, UPI ids and cards that decide
      </summary>
      <dl className="mt-3 grid text-sm">
        {data?.rules.map((rule) => {
          const looks = looksOf(rule.match)
          return (
            <div key={looks} className="grid gap-x-6 border-b border-rule py-1.5 sm:grid-cols-[16rem_minmax(0,1fr)]">
              <dt className="font-mono text-xs leading-[1.375rem]">{looks}</dt>
              <dd className="text-soft">{rule.explains}</dd>
            </div>
          )
        })}
      </dl>
    </details>
  )
}

function looksOf({ merchantOrderId, merchantRefundId, amount, vpa, card, bankId }: OutcomeRule['match']): string {
  if (merchantRefundId !== undefined) {
    return amount === undefined ? `refund ${merchantRefundId}` : `refund of ${amountText(amount)}`
  }
  if (merchantOrderId !== undefined) return `order ${merchantOrderId}`
  if (amount !== undefined) return amountText(amount)
  if (vpa !== undefined) return vpa
  return card === undefined ? `bank ${bankId ?? ''}` : `card ${card}`
}
