import { Section } from '../../../ui/page.tsx'
import { NextPayment } from './next-payment.tsx'
import { OrdersTable } from './orders-table.tsx'
import { OutcomeTable } from './outcome-table.tsx'
import { RefundsTable } from './refunds-table.tsx'

/** What payments come to: those to come, those that wait, and the table that decides the rest. */
export function PaymentsTab() {
  return (
    <>
      <NextPayment />
      <OrdersTable />
      <Section title="Refunds that wait">
        <RefundsTable />
      </Section>
      <Section title="What decides by itself">
        <OutcomeTable />
      </Section>
    </>
  )
}
