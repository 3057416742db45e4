import { useState } from 'react'
import { gatewayCode } from '../../code/gateway-code.ts'
import { orderCurl } from '../../code/order-curl.ts'
import type { SampleOrder } from '../../code/sample-order.ts'
import { sdkCode } from '../../code/sdk-code.ts'
import type { Target } from '../../code/target.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Tabs } from '../../ui/tabs.tsx'

type Side = 'sdk' | 'books' | 'curl'

/** The payment of the form as a program, as it is typed. */
export function CodePanel({ order, target }: { order: SampleOrder; target: Target }) {
  const [side, setSide] = useState<Side>('sdk')
  return (
    <Tabs<Side>
      label="The same in code"
      value={side}
      onChange={setSide}
      tabs={[
        { value: 'sdk', label: 'SDK', body: <CodeBlock label="With @galla/sdk" code={sdkCode(order, target)} /> },
        { value: 'books', label: 'Gateway', body: <CodeBlock label="With @galla/gateway" code={gatewayCode(order)} /> },
        {
          value: 'curl',
          label: 'curl',
          body: <CodeBlock label="The provider’s API" code={orderCurl(order, target)} />,
        },
      ]}
    />
  )
}
