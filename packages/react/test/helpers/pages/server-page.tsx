import { GallaProvider, PaymentElement } from '@galla/react'
import { type ReactElement, StrictMode, Suspense, use, useState } from 'react'

/** The same page on the server and in the browser, with a part that makes its neighbours wait. */
export function ServedStall({ payerToken }: { payerToken: string }): ReactElement {
  const [told, setTold] = useState<Promise<string>>()
  const [tell, setTell] = useState<(story: string) => void>()
  const ask = () => {
    let answer: (story: string) => void = () => {}
    setTold(new Promise((resolve) => (answer = resolve)))
    setTell(() => answer)
  }
  return (
    <StrictMode>
      <GallaProvider gatewayUrl="/payments">
        <main>
          <h1>Chai &amp; Chapters</h1>
          <Suspense fallback={<p>One moment</p>}>
            <PaymentElement payerToken={payerToken} />
            {told && <Story told={told} />}
          </Suspense>
          <button type="button" onClick={ask}>
            Ask for the story
          </button>
          <button type="button" onClick={() => tell?.('Grown in Assam')}>
            Tell it
          </button>
        </main>
      </GallaProvider>
    </StrictMode>
  )
}

function Story({ told }: { told: Promise<string> }): ReactElement {
  return <p>{use(told)}</p>
}
