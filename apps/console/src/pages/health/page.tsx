import { Empty } from '../../ui/empty.tsx'
import { PageFrame } from '../../ui/page.tsx'

export function Page() {
  return (
    <PageFrame title="Health">
      <Empty title="Nothing here yet" />
    </PageFrame>
  )
}
