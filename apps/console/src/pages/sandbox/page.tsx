import { OnNow } from './on-now.tsx'
import { Room } from './room.tsx'
import { SandboxOnly } from './sandbox-only.tsx'

export function Page() {
  return (
    <SandboxOnly title="Sandbox" room="sandbox room" aside={<OnNow />}>
      {(about) => <Room about={about} />}
    </SandboxOnly>
  )
}
