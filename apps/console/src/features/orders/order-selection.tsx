import type { Order } from '@galla/contract/gateway-api/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { consoleUrl } from '../../api/browser.ts'
import { buildPath, consoleApi } from '../../api/client.ts'
import { Allowed } from '../../api/permissions.tsx'
import { queryKeys } from '../../api/queries.ts'
import { Button, buttonClass } from '../../components/controls.tsx'
import { showToast } from '../../components/dialog.tsx'
import { ErrorNote } from '../../components/page.tsx'
import { orderState } from '../../components/records.tsx'
import { type Selected, SelectionBar } from '../../components/selection.tsx'
import { messages } from '../../i18n/messages.ts'
import { selectionEnglish } from './english-list.ts'

const t = messages('orders/selection', selectionEnglish)

/** Orders of one file, and of one round of checks. */
const MAX_SELECTED = 100

interface OrderSelectionProps {
  rows: readonly Order[]
  selected: Selected
  onSelect: Dispatch<SetStateAction<Selected>>
}

/** Checks the selected orders with the provider, and exports them. */
export function OrderSelection({ rows, selected, onSelect }: OrderSelectionProps) {
  const orders = rows.filter(({ merchantOrderId }) => selected.has(merchantOrderId))
  const { check, checked } = useCheck(onSelect)
  const max = Math.min(rows.length, MAX_SELECTED)
  const isTooMany = orders.length > MAX_SELECTED
  // The filters may have changed since.
  if (orders.length === 0 && !check.isPending) return null
  const text = isTooMany ? t.tooMany(orders.length, MAX_SELECTED) : t.selected(orders.length)
  const failure = t.failed(checked)
  // Nothing is said about orders that are no longer selected.
  const isOpen = check.variables?.some(({ merchantOrderId }) => selected.has(merchantOrderId))
  return (
    <SelectionBar
      text={check.isPending ? t.progress(checked, check.variables.length) : text}
      more={
        !check.isPending &&
        orders.length < max && {
          label: max === rows.length ? t.allShown(max) : t.first(max),
          onSelect: () => onSelect(new Set(rows.slice(0, max).map(({ merchantOrderId }) => merchantOrderId))),
        }
      }
      onClear={check.isPending ? undefined : () => onSelect(new Set())}
      error={check.error && isOpen && <ErrorNote error={check.error} what={failure} unknown={failure} />}
    >
      {!isTooMany && (
        <Allowed to="GET /orders.csv">
          <a href={consoleUrl(fileOf(orders))} download className={buttonClass()}>
            <Download size={16} aria-hidden />
            CSV<span className="sr-only">{t.ofSelected}</span>
          </a>
        </Allowed>
      )}
      <Allowed to="POST /orders/:merchantOrderId/sync">
        <Button variant="primary" busy={check.isPending} disabled={isTooMany} onClick={() => check.mutate(orders)}>
          {t.check}
        </Button>
      </Allowed>
    </SelectionBar>
  )
}

const fileOf = (orders: readonly Order[]): string =>
  buildPath('api/orders.csv', { query: { ids: orders.map(({ merchantOrderId }) => merchantOrderId).join(',') } })

/** Checks orders one after the other. An order that is checked is no longer selected, so that a failure leaves the others to check again. */
function useCheck(onSelect: OrderSelectionProps['onSelect']) {
  const client = useQueryClient()
  const [checked, setChecked] = useState(0)
  const check = useMutation({
    mutationFn: async (orders: readonly Order[]) => {
      setChecked(0)
      let changed = 0
      for (const [at, order] of orders.entries()) {
        const { merchantOrderId } = order
        const story = await consoleApi('POST /orders/:merchantOrderId/sync', { params: { merchantOrderId } })
        client.setQueryData(queryKeys.order(merchantOrderId), story)
        if (orderState(story.order) !== orderState(order)) changed += 1
        setChecked(at + 1)
        // The person may have changed the selection meanwhile.
        onSelect((now) => new Set([...now].filter((id) => id !== merchantOrderId)))
      }
      return changed
    },
    onSuccess: (changed, orders) => showToast(t.checked(orders.length, changed)),
  })
  return { check, checked }
}
