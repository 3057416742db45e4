import type { About } from '@galla/contract/gateway-api/console-routes'
import { Empty } from '../../ui/empty.tsx'

/** Why a room that needs a sandbox is closed here, and how it opens. */
export function NoSandbox({ about, room }: { about: About; room: string }) {
  const real = about.environment === 'PRODUCTION'
  return (
    <Empty title={`The ${room} is for a sandbox on this machine`}>
      <p>
        {real
          ? 'These books are of PRODUCTION: a payment made here would move real money.'
          : `These books speak with ${about.providerHost === '' ? 'a provider whose address the console was not told' : about.providerHost}, which is not a sandbox of this machine.`}
      </p>
      <p>
        Run <code className="font-mono text-sm">npx galla sandbox</code>, and open a gateway on it with{' '}
        <code className="font-mono text-sm">environment: 'SANDBOX'</code> and{' '}
        <code className="font-mono text-sm">console.providerUrl</code> set to the sandbox's address.
      </p>
    </Empty>
  )
}
