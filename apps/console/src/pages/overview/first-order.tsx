import { useAbout } from '../../api/use-about.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Empty } from '../../ui/empty.tsx'
import { SampleButton } from './sample-button.tsx'
import type { Sample } from './use-sample.ts'

const CODE = `const { order, redirectUrl } = await gateway.orders.start({
  reference: 'cart-7',
  amount: inr('499.00'),
  checkout: 'STANDARD',
  redirectUrl: 'https://shop.example/thanks',
})`

/** Books without a line yet. */
export function FirstOrder({ onMade }: { onMade(sample: Sample): void }) {
  const { data: about } = useAbout()
  return (
    <div className="mx-auto max-w-2xl">
      <Empty title="The books are open, and empty">
        <p>
          {about?.sandbox
            ? 'The provider is a sandbox on this machine: no account is needed, and no money moves. Make a payment and watch it arrive.'
            : 'The first order stands here as soon as your shop has made it.'}
        </p>
        {about?.sandbox && <SampleButton look="main" onMade={onMade} />}
      </Empty>
      <CodeBlock label="The same, from your shop's own code" code={CODE} />
    </div>
  )
}
