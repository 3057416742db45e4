import { lazyPart } from '@galla/react/components'
import { Failed } from '../components/failed.tsx'
import { Loading, Title } from '../components/layout.tsx'
import { useMessages } from '../i18n/i18n-provider.tsx'

const parts = {
  Loading,
  Failed: (failure: Omit<Parameters<typeof Failed>[0], 'message'>) => {
    const { subscription, pageFailed } = useMessages()
    return (
      <>
        <Title visuallyHidden>{subscription}</Title>
        <Failed {...failure} message={pageFailed} />
      </>
    )
  },
}
const load = () => import('./pages.tsx')

/** The pages of tea every month, with the components for subscriptions, which no other page needs. */
export const SubscribePage = lazyPart(() => load().then((pages) => pages.SubscribePage), parts)
export const SubscribedPage = lazyPart(() => load().then((pages) => pages.SubscribedPage), parts)
export const SubscriptionPage = lazyPart(() => load().then((pages) => pages.SubscriptionPage), parts)
