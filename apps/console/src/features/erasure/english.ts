import { countText, plural } from '../../i18n/plural.ts'

export const erasureEnglish = {
  title: 'Erasure and holds',
  aside: 'Personal data of payers',
  payer: 'Erase a payer',
  holds: 'Legal holds',
}

/** The erasure of a payer: what is found, asked and done. */
export const eraseEnglish = {
  intro:
    'Whatever names the payer is removed from orders, refunds, webhooks, calls, event deliveries and the audit log. Amounts, ids, states and the ledger stay. It cannot be undone.',
  by: {
    label: 'Find by',
    vpa: 'UPI address',
    phone: 'Phone number',
    merchantUserId: 'Your id of the payer',
    merchantOrderId: 'One order',
  },
  value: 'Value',
  find: 'Find',
  notFound: 'The search failed.',
  more: (orders: number) => `and ${plural(orders, 'more order')}`,
  erase: 'Erase…',
  ask: {
    title: 'Erase the payer’s data',
    action: 'Erase for good',
    text: (orders: number) => `The personal data of ${plural(orders, 'order')} is removed for good.`,
    type: (word: string) => `Type ${word} to confirm`,
    mistyped: (word: string) => `Type the word ${word}: this cannot be undone.`,
    failed: 'Perhaps not all data was erased. Erasing again is safe.',
  },
  preview: {
    none: 'No order of this payer has personal data. An order that was erased is not found again.',
    now: (orders: number) => `${plural(orders, 'order')} would be erased now.`,
    held: (orders: number) => `${countText(orders)} on legal hold: erased after the hold ends.`,
    inUse: (orders: number) =>
      `${countText(orders)} in use, not final or with an event that waits: erased as soon as that ends.`,
    byMask: (orders: number) =>
      `${countText(orders)} found by a masked UPI address only: another payer may have the same masked address. Look at these orders first.`,
  },
  done: (orders: number, rows: number, later: number) => {
    const rest = later > 0 ? ` ${plural(later, 'order')} on hold or in use will follow.` : ''
    return `${plural(orders, 'order')} erased: ${plural(rows, 'row')} changed.${rest} Amounts, ids and states stay.`
  },
}

export const holdsEnglish = {
  intro: 'Data of these orders is erased neither by age nor on request, until the hold ends.',
  what: 'the legal holds',
  none: 'No order is on hold.',
  newest: (holds: number) => `The newest ${countText(holds)} holds are listed. Older ones stay in force.`,
  end: 'End…',
  endOf: (merchantOrderId: string) => ` hold of ${merchantOrderId}`,
  ended: 'The hold has ended. What is due is erased within minutes.',
  ask: {
    title: 'End the legal hold',
    text: (merchantOrderId: string) =>
      `Data of the order ${merchantOrderId} can be erased again. What was due meanwhile is erased at once.`,
    failed: 'The hold has not ended.',
    cancel: 'Cancel',
    action: 'End the hold',
  },
  add: {
    order: 'Order ID',
    reason: 'Reason',
    action: 'Put on hold',
    done: 'The order is on hold.',
    failed: 'The order is not on hold.',
  },
}
