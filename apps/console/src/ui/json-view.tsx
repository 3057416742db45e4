import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { Button } from './button.tsx'
import { ScrollBox } from './scroll-box.tsx'

interface JsonViewProps {
  value: unknown
  /** Whose it is: masked values can be asked for under it, which is written down. Absent: only the masked form is kept. */
  of?: { kind: 'order' | 'refund'; id: string }
  /** Where `value` stands in what the books keep: `request.metaInfo`. */
  path?: string
  label: string
}

/** A payload as it is kept. What is masked has a button; pressing it is logged with the name of the value. */
export function JsonView({ value, of, path = '', label }: JsonViewProps) {
  return (
    <ScrollBox label={label} className="rounded-edge border border-rule bg-sheet font-mono text-xs">
      <Node value={value} path={path} of={of} />
    </ScrollBox>
  )
}

interface NodeProps {
  value: unknown
  path: string
  of: JsonViewProps['of']
}

function Node({ value, path, of }: NodeProps) {
  if (typeof value !== 'object' || value === null) return <Leaf value={value} path={path} of={of} />
  const entries: [string, unknown][] = Object.entries(value)
  const [open, shut] = Array.isArray(value) ? '[]' : '{}'
  if (entries.length === 0) return <span className="text-soft">{`${open}${shut}`}</span>
  return (
    <>
      <span className="text-soft">{open}</span>
      <ul className="border-l border-rule pl-4">
        {entries.map(([name, inner]) => (
          <li key={name} className="wrap-anywhere">
            {!Array.isArray(value) && <span className="text-soft">{name}: </span>}
            <Node value={inner} path={path === '' ? name : `${path}.${name}`} of={of} />
          </li>
        ))}
      </ul>
      <span className="text-soft">{shut}</span>
    </>
  )
}

const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes('****')

function Leaf({ value, path, of }: NodeProps) {
  const reveal = useMutation({
    mutationFn: (asked: NonNullable<JsonViewProps['of']>) => call('POST /reveal', { body: { ...asked, path } }),
  })
  const text = reveal.data?.value ?? value
  return (
    <>
      <span className={typeof text === 'string' ? '' : 'text-brass'}>
        {typeof text === 'string' ? JSON.stringify(text) : String(text)}
      </span>
      {of && isMasked(value) && !reveal.data && (
        <Button small look="plain" busy={reveal.isPending} onClick={() => reveal.mutate(of)} className="font-sans">
          Reveal<span className="unseen"> {path}, which is logged</span>
        </Button>
      )}
      {reveal.error && (
        <span role="alert" className="font-sans text-bad">
          {' '}
          {reveal.error.message}
        </span>
      )}
    </>
  )
}
