import type { ReplayPreview } from '@galla/contract/gateway-api/callbacks'

export interface PreviewedChange {
  kind: 'order' | 'refund'
  id: string
  from: string
  to: string
  /** Of an order: the rule that would speak. */
  rule?: string
}

/** What a replay would change, and how much of what it tells of would stay. */
export function changesOf({ orders, refunds }: ReplayPreview): { changes: PreviewedChange[]; same: number } {
  const all: PreviewedChange[] = [
    ...orders.map(({ merchantOrderId, ...told }) => ({ kind: 'order' as const, id: merchantOrderId, ...told })),
    ...refunds.map(({ merchantRefundId, ...told }) => ({ kind: 'refund' as const, id: merchantRefundId, ...told })),
  ]
  const changes = all.filter(({ from, to }) => from !== to)
  return { changes, same: all.length - changes.length }
}

/** The preview in one sentence. */
export function summaryOf(preview: ReplayPreview): string {
  if (preview.count === 0) return 'None of them can be replayed.'
  const { changes } = changesOf(preview)
  if (changes.length === 0) return 'Nothing would change: the books know all of this already.'
  const count = (kind: PreviewedChange['kind']) => changes.filter((change) => change.kind === kind).length
  const told = [counted(count('order'), 'order'), counted(count('refund'), 'refund')].filter((part) => part !== '')
  return `${told.join(' and ')} would change.`
}

const counted = (count: number, what: string): string =>
  count === 0 ? '' : count === 1 ? `1 ${what}` : `${count} ${what}s`
