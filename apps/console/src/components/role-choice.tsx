import { ROLES, type Role } from '@galla/contract/gateway-api/roles'
import type { ReactNode } from 'react'
import { roleLabel } from '../i18n/terms.ts'

interface RoleChoiceProps {
  legend: ReactNode
  selected: readonly Role[]
  disabled: boolean
  onChange(roles: Role[]): void
}

/** A checkbox for each role. */
export function RoleChoice({ legend, selected, disabled, onChange }: RoleChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-2 text-soft">{legend}</legend>
      <div className="flex flex-wrap gap-x-6">
        {ROLES.map((role) => (
          <label key={role} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="size-5 accent-brass"
              disabled={disabled}
              checked={selected.includes(role)}
              onChange={({ target }) =>
                onChange(ROLES.filter((one) => (one === role ? target.checked : selected.includes(one))))
              }
            />
            {roleLabel(role)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
