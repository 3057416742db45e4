import { useMessages } from '../i18n/i18n-provider.tsx'
import { EmptyState, Title } from './layout.tsx'

/** At an address that the shop does not have, which the server answers with 404. */
export function NotFoundPage() {
  const { notFound, notFoundBody } = useMessages()
  return (
    <>
      <Title visuallyHidden>{notFound}</Title>
      <EmptyState title={notFound} body={notFoundBody} />
    </>
  )
}
