import { Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { PageFrame } from '../ui/page.tsx'

export function NotFound() {
  return (
    <PageFrame title="No such page">
      <Empty title="The console has no page at this address.">
        <Link to="/" className={buttonClass('main')}>
          To the overview
        </Link>
      </Empty>
    </PageFrame>
  )
}
