import type { Call } from './call.ts'
import { bodyFields } from './checks.ts'
import { badField } from './error-bodies.ts'
import { ok, type Reply } from './reply.ts'

/** `POST /client/v1/backend/events/batch`: telemetry is taken, written in the journal and not looked at again. */
export function events({ body }: Call): Reply {
  const fields = bodyFields(body)
  if (!Array.isArray(fields.events)) throw badField('events', 'must be a list.')
  return ok({ accepted: fields.events.length })
}
