import { SandboxOnly } from '../sandbox/sandbox-only.tsx'
import { Playground } from './playground.tsx'

export function Page() {
  return (
    <SandboxOnly title="Playground" room="playground">
      {(about) => <Playground about={about} />}
    </SandboxOnly>
  )
}
