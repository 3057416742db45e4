import { GallaProvider, PaymentElement } from '@galla/react'
import { type ReactElement, StrictMode, Suspense, use, useState } from 'react'

/** A page for both the server and the browser, with a sibling of the payment that can suspend. */
export function ServerPage({ payerToken }: { payerToken: string }): ReactElement {
  const [story, setStory] = useState<Promise<string>>()
  const [resolveStory, setResolveStory] = useState<(text: string) => void>()
  const load = () => {
    let resolveNew: (text: string) => void = () => {}
    setStory(new Promise((resolve) => (resolveNew = resolve)))
    setResolveStory(() => resolveNew)
  }
  return (
    <StrictMode>
      <GallaProvider gatewayUrl="/payments">
        <main>
          <h1>Chai &amp; Chapters</h1>
          <Suspense fallback={<p>One moment</p>}>
            <PaymentElement payerToken={payerToken} />
            {story && <Story story={story} />}
          </Suspense>
          <button type="button" onClick={load}>
            Load the story
          </button>
          <button type="button" onClick={() => resolveStory?.('Grown in Assam')}>
            Resolve the story
          </button>
        </main>
      </GallaProvider>
    </StrictMode>
  )
}

function Story({ story }: { story: Promise<string> }): ReactElement {
  return <p>{use(story)}</p>
}
