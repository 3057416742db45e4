import '@galla/react/subscriptions.css'
import { MandateSetup, type SubscriptionMessages, SubscriptionPanel, useSubscription } from '@galla/react/subscriptions'
import { bn } from '@galla/react/subscriptions/bn'
import { mr } from '@galla/react/subscriptions/mr'
import { ta } from '@galla/react/subscriptions/ta'
import { te } from '@galla/react/subscriptions/te'
import { useEffect, useState } from 'react'
import { HotCup } from '../components/illustrations.tsx'
import { Loading, Title } from '../components/layout.tsx'
import { useI18n, useMessages } from '../i18n/i18n-provider.tsx'
import type { Locale } from '../i18n/locales.ts'
import { Link, navigate } from '../router.tsx'
import { callShop } from '../shop-api.ts'
import { SUBSCRIPTION_TEXTS } from './texts.ts'

/** English and Hindi are built into the components. */
const TABLES: { readonly [Name in Locale]?: SubscriptionMessages } = { bn, mr, ta, te }

/** The offer: what the payer agrees to, and the button to the provider's page. */
export function SubscribePage() {
  const { messages, locale } = useI18n()
  const texts = SUBSCRIPTION_TEXTS[locale]
  const { found: plan, failed, tryAgain } = useFromShop(() => callShop('GET /api/plan'))
  const start = () => callShop('POST /api/subscription')
  return (
    <div className="sheet thanks">
      <Title>{messages.teaMonthly}</Title>
      <p className="muted">{texts.note}</p>
      {failed && <NotLoaded tryAgain={tryAgain} />}
      {!plan && !failed && <Loading />}
      {plan && (
        <MandateSetup
          plan={{ ...plan, name: messages.assam }}
          startSubscription={start}
          onApproved={() => navigate('/subscription')}
          messages={TABLES[locale]}
        />
      )}
    </div>
  )
}

/** The page to which the payer returns from the provider. The return proves nothing: the page shows the subscription. */
export function SubscribedPage() {
  return <OwnSubscription whenFound={(payerToken) => <Thanks payerToken={payerToken} />} />
}

/** The payer's page: pause, resume and cancel. */
export function SubscriptionPage() {
  const messages = useMessages()
  return (
    <OwnSubscription
      whenFound={(payerToken) => (
        <>
          <Title>{messages.subscription}</Title>
          <Panel payerToken={payerToken} />
        </>
      )}
    />
  )
}

function Thanks({ payerToken }: { payerToken: string }) {
  const { messages, locale } = useI18n()
  const texts = SUBSCRIPTION_TEXTS[locale]
  const { subscription } = useSubscription(payerToken)
  return (
    <>
      {subscription?.state === 'ACTIVE' && subscription.endsAtMs === undefined ? (
        <div className="thanks-head">
          <HotCup />
          <div>
            <Title>{messages.thanksDone}</Title>
            <p className="muted">{texts.thanksBody}</p>
          </div>
        </div>
      ) : (
        <Title>{messages.subscription}</Title>
      )}
      <Panel payerToken={payerToken} />
      <p className="row">
        <Link to="/" className="link">
          {messages.backToShop}
        </Link>
      </p>
    </>
  )
}

function Panel({ payerToken }: { payerToken: string }) {
  const { locale } = useI18n()
  return (
    <SubscriptionPanel payerToken={payerToken} onStartAgain={() => navigate('/subscribe')} messages={TABLES[locale]} />
  )
}

/** This browser's subscription, which the server recognises by its cookie. */
function OwnSubscription({ whenFound }: { whenFound: (payerToken: string) => React.ReactNode }) {
  const { messages, locale } = useI18n()
  const texts = SUBSCRIPTION_TEXTS[locale]
  const { found, failed, tryAgain } = useFromShop(() => callShop('GET /api/subscription'))
  return (
    <div className="sheet thanks">
      {found?.payerToken !== undefined && whenFound(found.payerToken)}
      {found?.payerToken === undefined && <Title>{messages.subscription}</Title>}
      {failed && <NotLoaded tryAgain={tryAgain} />}
      {!found && !failed && <Loading />}
      {found && found.payerToken === undefined && (
        <>
          <p>{texts.none}</p>
          <p className="muted">{texts.note}</p>
          <p className="row">
            <Link to="/subscribe" className="button button-primary">
              {messages.teaMonthly}
            </Link>
          </p>
        </>
      )}
    </div>
  )
}

function NotLoaded({ tryAgain }: { tryAgain: () => void }) {
  const { messages, locale } = useI18n()
  const texts = SUBSCRIPTION_TEXTS[locale]
  return (
    <p className="notice notice-wait" role="status">
      {texts.failed}{' '}
      <button type="button" className="link" onClick={tryAgain}>
        {messages.tryAgain}
      </button>
    </p>
  )
}

/** A reply of the shop, read when the page is shown. */
function useFromShop<Reply>(read: () => Promise<Reply>) {
  const [reply, setReply] = useState<{ found?: Reply; failed: boolean }>({ failed: false })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` reads again; `read` is the same call each time
  useEffect(() => {
    let current = true
    setReply({ failed: false })
    read().then(
      (found) => current && setReply({ found, failed: false }),
      () => current && setReply({ failed: true }),
    )
    return () => {
      current = false
    }
  }, [tries])
  return { ...reply, tryAgain: () => setTries((before) => before + 1) }
}
