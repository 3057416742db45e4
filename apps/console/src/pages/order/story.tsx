import type { OrderStory } from '@galla/contract/gateway-api/console-routes'
import { Tabs } from '../../ui/tabs.tsx'
import { ProofView } from './proof-view.tsx'
import { questionOf } from './question.ts'
import { Timeline } from './timeline/timeline.tsx'

interface StoryProps {
  story: OrderStory
  tab: string
  /** The entry whose payload is shown: `callback:11`. */
  open: string
  onChange(change: { tab?: string; open?: string }): void
}

/** Everything that happened; and why the order is what it is. */
export function Story({ story, tab, open, onChange }: StoryProps) {
  return (
    <Tabs
      label="The order's story"
      value={tab === 'why' ? 'why' : 'story'}
      onChange={(next) => onChange({ tab: next === 'story' ? '' : next })}
      tabs={[
        {
          value: 'story',
          label: 'What happened',
          body: <Timeline story={story} open={open} onOpen={(next) => onChange({ open: next })} />,
        },
        {
          value: 'why',
          label: questionOf(story.order),
          body: <ProofView merchantOrderId={story.order.merchantOrderId} />,
        },
      ]}
    />
  )
}
