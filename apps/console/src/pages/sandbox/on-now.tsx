import { momentText } from '../../lib/when.ts'
import { Button } from '../../ui/button.tsx'
import { faultTexts } from './faults/fault-texts.ts'
import { decidedText } from './payments/decided-text.ts'
import { useControl, useControlChange } from './use-control.ts'

/** What is out of the ordinary now, each with the way back in one press. */
export function OnNow() {
  const clock = useControl('GET /clock')
  const faults = useControl('GET /faults')
  const outcomes = useControl('GET /outcomes')
  const run = useControlChange('POST /clock')
  const clear = useControlChange('DELETE /faults')
  const forget = useControlChange('DELETE /outcomes')
  const wrong = faults.data ? faultTexts(faults.data) : []
  const decided = outcomes.data?.queued
  if (clock.error) {
    return (
      <p role="status" className="flex items-center gap-2 text-sm font-strong">
        {clock.error.message}
        <Button small onClick={() => void clock.refetch()}>
          Ask again
        </Button>
      </p>
    )
  }
  return (
    <ul aria-label="On now" className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-soft">
      {clock.data && (
        <li className="flex items-center gap-2 tabular-nums">
          {clock.data.frozen ? 'Stopped at' : 'Its time is'} {momentText(clock.data.nowMs)}
          {clock.data.frozen && (
            <Button small busy={run.isPending} onClick={() => run.mutate({ body: { resume: true } })}>
              Let it run
            </Button>
          )}
        </li>
      )}
      {wrong.length > 0 && (
        <li className="flex items-center gap-2 font-strong text-ink">
          {faults.data?.profile ?? `${wrong.length} fault${wrong.length === 1 ? '' : 's'}`} on
          <Button small busy={clear.isPending} onClick={() => clear.mutate(undefined)}>
            Faults off
          </Button>
        </li>
      )}
      {decided && (
        <li className="flex items-center gap-2 font-strong text-ink">
          {decidedText(decided)}
          <Button small busy={forget.isPending} onClick={() => forget.mutate(undefined)}>
            Forget it
          </Button>
        </li>
      )}
    </ul>
  )
}
