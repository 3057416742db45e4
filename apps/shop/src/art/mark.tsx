import { Kulhad } from './drawing.tsx'

/** The stall's own sign: a full cup. */
export function Mark() {
  return (
    <svg className="mark" viewBox="-32 -14 64 74" aria-hidden="true">
      <Kulhad full />
    </svg>
  )
}
