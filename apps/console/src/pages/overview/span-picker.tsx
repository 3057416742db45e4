import { useNavigate } from '@tanstack/react-router'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { SPANS, type Span, type SpanName } from './spans.ts'

/** Which days are added up; it stands in the address. */
export function SpanPicker({ span }: { span: Span }) {
  const navigate = useNavigate({ from: '/' })
  const choose = (name: SpanName) =>
    void navigate({
      search: name === 'today' ? {} : name === 'dates' ? { span: name, from: span.from, to: span.to } : { span: name },
    })
  const put = (dates: { from?: string; to?: string }) =>
    void navigate({ search: (before) => ({ ...before, ...dates }), replace: true })
  return (
    <>
      <Select quiet label="Days" value={span.name} onChange={choose} options={SPANS} className="w-40" />
      {span.name === 'dates' && (
        <>
          <Field quiet label="From" type="date" value={span.from} max={span.to} onChange={(from) => put({ from })} />
          <Field quiet label="To" type="date" value={span.to} min={span.from} onChange={(to) => put({ to })} />
        </>
      )}
    </>
  )
}
