import type { ReactNode } from 'react'

/** The list of disputes, and the dispute on the page of its order. */
export const disputesEnglish = {
  title: 'Disputes',
  aside: 'Answered in the PhonePe Business dashboard',
  views: { label: 'State', all: 'All', open: 'Needs an answer' },
  columns: { dispute: 'Dispute', state: 'State', order: 'Order', reported: 'Reported', answer: 'Answer' },
  withoutId: 'Without an id',
  open: (disputeId: string | undefined) => `Open the webhook of dispute ${disputeId ?? 'without an id'}`,
  by: (name: ReactNode) => ['by ', name],
  reported: (time: ReactNode, link: (text: string) => ReactNode) => [
    'Reported ',
    time,
    ' by ',
    link('this webhook'),
    '. Amount, reason and deadline are in the dashboard.',
  ],
  mark: 'Mark as answered',
  marked: 'The dispute is marked as answered.',
  notMarked: 'The dispute was not marked.',
  states: {
    needsAnswer: 'A payment is disputed. Answer the dispute in the PhonePe Business dashboard.',
    won: 'A dispute of a payment was won.',
    lost: 'A dispute of a payment was lost. Compare the money with the dashboard: the ledger shows no dispute.',
    review: 'A payment is disputed. The provider reviews the dispute.',
    answered: (name: string | undefined) =>
      `A payment is disputed. ${name ?? 'Somebody'} has said that the dispute is answered.`,
  },
  none: {
    title: 'No dispute yet',
    text: 'The provider reports disputes (chargebacks) by webhook. Choose the events `payment.dispute.*` for the webhook in the dashboard.',
  },
  noneOpen: {
    title: 'No dispute needs an answer',
    text: 'A new dispute, or a request of the provider to act, appears here.',
  },
}
