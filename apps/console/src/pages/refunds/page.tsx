import { Empty } from '../../ui/empty.tsx'
import { PageFrame } from '../../ui/page.tsx'

export function Page() {
  return (
    <PageFrame title="Refunds">
      <Empty title="Nothing here yet" />
    </PageFrame>
  )
}
