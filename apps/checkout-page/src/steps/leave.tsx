import { Button } from '@galla/react/components'
import type { Known } from '../session/session.ts'
import { useDesk } from '../session/use-session.ts'
import { useWords } from '../words/use-words.tsx'

/** The way out before anything was tried. The order stays open until it expires: only paying or time ends it. */
export function Leave({ known }: { known: Known }) {
  const words = useWords()
  const { link } = useDesk()
  const { redirectUrl } = known.view
  if (link.linked) {
    return (
      <Button look="link" onClick={() => link.conclude('USER_CANCEL')}>
        {words.leave}
      </Button>
    )
  }
  if (redirectUrl === undefined) return null
  return (
    <a className="galla-button galla-button-link" href={redirectUrl} target={link.framed ? '_top' : undefined}>
      {words.leave}
    </a>
  )
}
