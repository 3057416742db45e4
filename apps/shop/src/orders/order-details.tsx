import { Amount, CopyButton, methodOf, type Messages as PaymentMessages } from '@galla/react/components'
import { failureText, formatMessage, paymentMessagesOf, useI18n, useMessages } from '../i18n/i18n-provider.tsx'
import { momentIn } from '../i18n/locales.ts'
import { amountOf, type Line } from '../products/catalogue.ts'
import type { OrderSummary } from '../shop-api.ts'
import { statusOf } from './order-status.ts'

/** Products of an order with quantities and amounts. */
export function OrderLines({ lines }: { lines: readonly Line[] }) {
  const messages = useMessages()
  return (
    <ul>
      {lines.map((line) => (
        <li key={line.productId} className="line">
          <span>
            {messages[line.productId]} <span className="muted quantity">× {line.quantity}</span>
          </span>
          <Amount amount={amountOf(line)} />
        </li>
      ))}
    </ul>
  )
}

/** Shows the merchant that the payer paid. */
export function PaidTo() {
  const messages = useMessages()
  return (
    <p className="receipt-line small">
      <span className="muted">{messages.paidTo}</span>
      <strong>{messages.name}</strong>
    </p>
  )
}

/** Payment of an order: its mode, its time, and the numbers that the payer's bank asks for. Empty for an unpaid order. */
export function ReceiptLines({ order }: { order: OrderSummary }) {
  const i18n = useI18n()
  const { messages, locale } = i18n
  const { paidAtMs, paymentMode, card, transactionId, utr } = order.receipt ?? {}
  const mode = paymentMode === undefined ? undefined : methodName(paymentMessagesOf(i18n), paymentMode)
  const method = card ?? mode
  return (
    <>
      {method !== undefined && (
        <p className="receipt-line small">
          <span className="muted">{messages.paidWith}</span> <span>{method}</span>
        </p>
      )}
      {paidAtMs !== undefined && (
        <p className="receipt-line small">
          <span className="muted">{messages.paidAt}</span>{' '}
          <time dateTime={new Date(paidAtMs).toISOString()}>{momentIn(locale, paidAtMs)}</time>
        </p>
      )}
      {transactionId !== undefined && <CopiedNumber label={messages.transactionId} text={transactionId} />}
      {utr !== undefined && <CopiedNumber label={messages.utr} text={utr} />}
    </>
  )
}

function methodName(messages: PaymentMessages, paymentMode: string): string | undefined {
  const method = methodOf(paymentMode)
  if (method === 'upi') return messages.upi
  if (method === 'net-banking') return messages.netBanking
  return method && messages.card
}

/**
 * Shows the refunds of an order, each with its date and the number that the payer's bank asks for. `explains`: also says when the payer
 * sees the money, for a page that does not say so elsewhere.
 */
export function RefundLines({ order, explains = true }: { order: OrderSummary; explains?: boolean }) {
  const { messages, locale } = useI18n()
  const { refunds } = order
  const isUnderWay =
    statusOf(order).message === 'statusRefunding' || refunds.some(({ completedAtMs }) => completedAtMs === undefined)
  return (
    <>
      {refunds.map(({ amount, completedAtMs, utr }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: refunds are only added, at the end
        <div key={index} className="refund">
          <p className="receipt-line small">
            <span className="muted">{completedAtMs === undefined ? messages.refundUnderWay : messages.refund}</span>{' '}
            <Amount amount={amount} />
          </p>
          {completedAtMs !== undefined && (
            <p className="receipt-line small">
              <span className="muted">{messages.refundedAt}</span>{' '}
              <time dateTime={new Date(completedAtMs).toISOString()}>{momentIn(locale, completedAtMs)}</time>
            </p>
          )}
          {utr !== undefined && <CopiedNumber label={messages.refundUtr} text={utr} />}
        </div>
      ))}
      {isUnderWay && explains && <p className="muted small">{messages.moneyBack}</p>}
    </>
  )
}

/** The order number, with a button to copy it. */
export function OrderNumber({ merchantOrderId }: { merchantOrderId: string }) {
  return <CopiedNumber label={useMessages().orderId} text={merchantOrderId} />
}

function CopiedNumber({ label, text }: { label: string; text: string }) {
  const messages = useMessages()
  return (
    <p className="order-number small">
      <span className="muted">{label}</span>{' '}
      <span className="galla order-number-copy">
        <code translate="no">{text}</code> <CopyButton text={text} label={messages.copy} copied={messages.copied} />
      </span>
    </p>
  )
}

/** Why an order failed, or the last attempt of an open one; nothing when the payer ended it, or need not pay any more. */
export function LastFailure({ order }: { order: OrderSummary }) {
  const i18n = useI18n()
  const reason = order.lastFailure && failureText(i18n, order.lastFailure)
  if (reason === undefined || order.paidElsewhere) return null
  return <p>{order.state === 'FAILED' ? reason : formatMessage(i18n.messages.lastFailure, { reason })}</p>
}
