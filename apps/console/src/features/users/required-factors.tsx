import { ROLES, type Role } from '@galla/contract/gateway-api/roles'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { ErrorNote, QueryView } from '../../components/page.tsx'
import { roleLabel } from './role-messages.ts'

/** Shows the roles that must have a second factor. */
export function RequiredFactors() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: queryKeys.security,
    queryFn: ({ signal }) => consoleApi('GET /security', { signal }),
  })
  const save = useMutation({
    mutationFn: (secondFactorRoles: Role[]) => consoleApi('POST /security', { body: { secondFactorRoles } }),
    onSuccess: (settings) => client.setQueryData(queryKeys.security, settings),
  })
  return (
    <QueryView query={query} what="the settings" lines={2}>
      {({ secondFactorRoles }) => (
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-soft">
            Users of these roles can use the console only after they have set up an authenticator app or a passkey:
          </legend>
          <div className="flex flex-wrap gap-x-6">
            {ROLES.map((role) => (
              <label key={role} className="flex min-h-11 items-center gap-3">
                <input
                  type="checkbox"
                  className="size-5 accent-brass"
                  disabled={save.isPending}
                  checked={secondFactorRoles.includes(role)}
                  onChange={({ target }) =>
                    save.mutate(
                      ROLES.filter((one) => (one === role ? target.checked : secondFactorRoles.includes(one))),
                    )
                  }
                />
                {roleLabel(role)}
              </label>
            ))}
          </div>
          {save.error && <ErrorNote error={save.error} what="The setting was not saved." />}
        </fieldset>
      )}
    </QueryView>
  )
}
