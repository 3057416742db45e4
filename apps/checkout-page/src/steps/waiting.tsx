import { Button } from '@galla/react/components'
import { TimeLeft } from '../parts/time-left.tsx'
import type { Known } from '../session/session.ts'
import { useDesk } from '../session/use-session.ts'
import { useWords } from '../words/use-words.tsx'

/** That we are looking, how long there is, and, since nobody will answer in a sandbox, who may. */
export function Waiting({ known }: { known: Known }) {
  const words = useWords()
  const { openDrawer } = useDesk()
  return (
    <>
      <dl className="waiting">
        <dt>
          <span className="pulse" aria-hidden="true" />
          {words.waiting}
        </dt>
        <dd>
          <TimeLeft known={known} />
        </dd>
      </dl>
      <p className="galla-soft small">
        {words.sandboxWait}{' '}
        <span className="inline">
          <Button look="link" onClick={openDrawer}>
            {words.drawerOpen}
          </Button>
        </span>
      </p>
    </>
  )
}
