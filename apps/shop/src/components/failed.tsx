import { type Failure, needsReload } from '@galla/react/components'
import { paymentMessagesOf, useI18n, useMessages } from '../i18n/i18n-provider.tsx'

/** In place of a page of the shop. */
export function PageFailed(failure: Failure) {
  const { name, pageFailed } = useMessages()
  return (
    <>
      <h1 className="visually-hidden">{name}</h1>
      <Failed {...failure} message={pageFailed} />
    </>
  )
}

/** In place of a part that could not be shown: tries again in place, or reloads the page where that cannot help. */
export function Failed({ message, retry, retrying, ...failure }: Failure & { message: string }) {
  const { messages, ...translation } = useI18n()
  const reloads = needsReload(failure)
  const reload = () => window.location.reload()
  return (
    <div key={failure.retries} className="notice notice-wait open-payment" role="alert">
      <p>{message}</p>
      <button
        type="button"
        className="button button-primary"
        aria-disabled={retrying || undefined}
        onClick={reloads ? reload : retry}
      >
        {reloads ? paymentMessagesOf(translation).reloadPage : messages.tryAgain}
      </button>
    </div>
  )
}
