import { lazyPart } from '@galla/react/components'
import { Failed } from '../components/failed.tsx'
import { Loading, Title } from '../components/layout.tsx'
import { useMessages } from '../i18n/i18n-provider.tsx'

/**
 * The shop's own checkout with the payment components, which no other page needs. The cart loads it before the payer asks for it. What was
 * started is stored in this tab, so a reload continues it.
 */
export const PayPage = lazyPart(() => import('./pay-page.tsx').then(({ PayPage }) => PayPage), {
  Loading,
  Failed: (failure) => {
    const { payHere, resumeFailed } = useMessages()
    return (
      <>
        <Title visuallyHidden>{payHere}</Title>
        <Failed {...failure} message={resumeFailed} />
      </>
    )
  },
})
