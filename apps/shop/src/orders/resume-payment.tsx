import { storeOrder } from '@galla/react'
import { useState } from 'react'
import { useI18n } from '../i18n/i18n-provider.tsx'
import { navigate } from '../router.tsx'
import { callShop, type OrderSummary } from '../shop-api.ts'

interface ResumeButtonProps {
  order: OrderSummary
  primary?: boolean
  /** @default to continue the payment, or to see the state of one that the bank decides */
  label?: string
}

/** Continues the payment of an order of this browser: on the provider's page, or on the shop's own. */
export function ResumeButton({ order, primary = false, label }: ResumeButtonProps) {
  const { messages, locale } = useI18n()
  const [status, setStatus] = useState<'ready' | 'opening' | 'failed'>('ready')
  const { merchantOrderId } = order
  const resume = async () => {
    if (status === 'opening') return
    setStatus('opening')
    try {
      const { payerToken, redirectUrl } = await callShop(
        'POST /api/orders/:merchantOrderId/resume',
        { locale },
        { merchantOrderId },
      )
      storeOrder(payerToken)
      if (redirectUrl === undefined) navigate('/pay')
      else location.assign(redirectUrl)
    } catch {
      setStatus('failed')
    }
  }
  return (
    <>
      <button
        type="button"
        className={`button ${primary ? 'button-primary' : 'button-secondary'}`}
        aria-disabled={status === 'opening' || undefined}
        onClick={() => void resume()}
      >
        {status === 'opening' ? messages.opening : (label ?? (order.bankPending ? messages.seeState : messages.resume))}
      </button>
      {status === 'failed' && (
        <p className="notice notice-bad" role="alert">
          {messages.resumeFailed}
        </p>
      )}
    </>
  )
}
