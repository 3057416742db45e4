import { LogOut } from 'lucide-react'
import { call } from '../api/call.ts'
import { session } from '../api/session.ts'
import { Button } from '../ui/button.tsx'

export function LeaveButton() {
  const leave = async () => {
    // Whatever the server says, this browser forgets.
    await call('DELETE /session').catch(() => undefined)
    session.close()
  }
  return (
    <Button small look="plain" className="font-normal text-soft" onClick={() => void leave()}>
      <LogOut size={16} aria-hidden />
      Log out
    </Button>
  )
}
