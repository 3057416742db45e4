import { Button } from '@galla/react/components'
import { useEffect, useState } from 'react'
import type { Known } from '../session/session.ts'
import { useDesk } from '../session/use-session.ts'
import { useWords } from '../words/use-words.tsx'

interface GoBackProps {
  known: Known
  /** Seconds until the page goes by itself; absent: only when asked. */
  afterSeconds?: number
}

/** Back to the shop: by a button, and by itself after a visible count that can be stopped. */
export function GoBack({ known, afterSeconds }: GoBackProps) {
  const words = useWords()
  const { link } = useDesk()
  const { redirectUrl, merchantName } = known.view
  const framed = link.linked
  const canGo = framed || (redirectUrl !== undefined && !link.framed)
  const [left, setLeft] = useState(canGo ? afterSeconds : undefined)

  useEffect(() => {
    if (left === undefined) return
    if (left === 0) {
      if (framed) link.conclude('CONCLUDED')
      else if (redirectUrl !== undefined) window.location.assign(redirectUrl)
      return
    }
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left, framed, link, redirectUrl])

  if (!framed && redirectUrl === undefined) return null
  return (
    <div className="go-back">
      {framed ? (
        <Button onClick={() => link.conclude('CONCLUDED')}>{words.close}</Button>
      ) : (
        <a className="galla-button galla-button-main" href={redirectUrl} target={link.framed ? '_top' : undefined}>
          {words.returnNow(merchantName)}
        </a>
      )}
      {left !== undefined && left > 0 && (
        <p className="galla-soft count">
          <span role="timer">{framed ? words.closing(left) : words.returning(left)}</span>
          <Button look="link" onClick={() => setLeft(undefined)}>
            {words.stay}
          </Button>
        </p>
      )}
    </div>
  )
}
