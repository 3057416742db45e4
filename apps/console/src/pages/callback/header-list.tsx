import { Facts } from '../../ui/page.tsx'

/** Names of all headers, and the values of those that tell nothing secret. */
export function HeaderList({ headers }: { headers: { readonly [name: string]: string } }) {
  const rows = Object.entries(headers)
  if (rows.length === 0) return <p className="text-soft">None are kept of this delivery.</p>
  return (
    <div className="grid gap-2">
      <Facts
        rows={rows.map(([name, value]) => [
          name,
          <span key={name} className="font-mono text-xs">
            {value}
          </span>,
        ])}
      />
      <p className="text-sm text-soft">
        That a header was there is always kept; its value only where it cannot hold a secret.
      </p>
    </div>
  )
}
