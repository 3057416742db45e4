import { requestCurl, tokenCurl } from '@galla/console/code-samples/curl.ts'
import { baseUrl, type SampleTarget } from '@galla/console/code-samples/ts-source.ts'
import { CodeBlock } from '@galla/console/components/code-block.tsx'
import { Button, Field } from '@galla/console/components/controls.tsx'
import { ErrorNote } from '@galla/console/components/page.tsx'
import { useState } from 'react'
import { useSandboxMutation } from '../sandbox/use-sandbox.ts'
import { Answer } from './answer.tsx'

const EXAMPLE = '/checkout/v2/order/order-1/status?details=true'

interface ReadPlaygroundProps {
  target: SampleTarget
  /** The path of a logged call, to repeat it. */
  path: string | undefined
}

/** Reads from the provider's API: a GET changes nothing, so that it can be repeated. */
export function ReadPlayground({ target, path: logged = '' }: ReadPlaygroundProps) {
  const [path, setPath] = useState(logged)
  const [submitted, setSubmitted] = useState(false)
  const send = useSandboxMutation('POST /calls')
  const isPath = /^\/\S*$/.test(path)
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-8 xl:grid-cols-2">
      <form
        noValidate
        aria-label="API read"
        className="grid grid-cols-1 content-start gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          setSubmitted(true)
          if (isPath && !send.isPending) send.mutate({ body: { method: 'GET', path } })
        }}
      >
        <Field
          label="GET, path of the provider’s API"
          value={path}
          onChange={setPath}
          placeholder={EXAMPLE}
          autoComplete="off"
          spellCheck={false}
          error={submitted && !isPath ? `Enter a path like ${EXAMPLE}` : undefined}
        />
        {send.error && <ErrorNote error={send.error} what="The call was not sent." />}
        <Button type="submit" variant="primary" busy={send.isPending} className="justify-self-start">
          Send
        </Button>
        {send.data && <Answer name="GET" answer={send.data} />}
      </form>
      <div className="grid min-w-0 grid-cols-1 content-start gap-8">
        <CodeBlock
          label="As curl"
          code={
            tokenCurl(target) + requestCurl({ method: 'GET', url: baseUrl(target, 'pg') + (isPath ? path : EXAMPLE) })
          }
        />
      </div>
    </div>
  )
}
