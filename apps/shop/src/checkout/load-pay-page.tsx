import { type ComponentType, useEffect, useState } from 'react'
import { Loading, Title } from '../components/layout.tsx'
import { useI18n } from '../i18n/i18n-provider.tsx'

/** The shop's own checkout with the payment components, which no other page needs. The cart loads it before the payer asks for it. */
export const preloadPayPage = () => import('./pay-page.tsx')

/** Shows the checkout when it is loaded. What was started is stored in this tab, so a reload continues it. */
export function PayPage() {
  const { messages } = useI18n()
  const [loaded, setLoaded] = useState<{ Page: ComponentType } | 'failed'>()
  useEffect(() => {
    preloadPayPage().then(
      ({ PayPage: Page }) => setLoaded({ Page }),
      () => setLoaded('failed'),
    )
  }, [])
  if (loaded === undefined) return <Loading />
  if (loaded !== 'failed') return <loaded.Page />
  return (
    <>
      <Title visuallyHidden>{messages.payHere}</Title>
      <div className="notice notice-wait open-payment" role="alert">
        <p>{messages.resumeFailed}</p>
        <button type="button" className="button button-primary" onClick={() => location.reload()}>
          {messages.tryAgain}
        </button>
      </div>
    </>
  )
}
