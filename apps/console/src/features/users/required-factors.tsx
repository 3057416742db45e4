import type { Role } from '@galla/contract/gateway-api/roles'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { ErrorNote, QueryView } from '../../components/page.tsx'
import { RoleChoice } from '../../components/role-choice.tsx'
import { messages } from '../../i18n/messages.ts'
import { requiredFactorsEnglish } from './english.ts'

const t = messages('users/required-factors', requiredFactorsEnglish)

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
    <QueryView query={query} what={t.settings} lines={2}>
      {({ secondFactorRoles }) => (
        <div className="grid gap-2">
          <RoleChoice
            legend={t.legend}
            selected={secondFactorRoles}
            disabled={save.isPending}
            onChange={(roles) => save.mutate(roles)}
          />
          {save.error && <ErrorNote error={save.error} what={t.failed} />}
        </div>
      )}
    </QueryView>
  )
}
