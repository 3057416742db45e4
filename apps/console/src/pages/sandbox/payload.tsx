import { JsonView } from '../../ui/json-view.tsx'

/** One part of what went over the wire, under its name. */
export function Payload({ name, value }: { name: string; value: unknown }) {
  return (
    <section className="grid grid-cols-1 gap-1">
      <h3 className="text-sm">{name}</h3>
      <JsonView label={name} value={value} />
    </section>
  )
}
