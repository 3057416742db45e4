import { type Check, type Finding, note, ok, wrong } from './check.ts'

type Part = 'CLIENT_ID' | 'CLIENT_SECRET' | 'CLIENT_VERSION'

const PARTS: readonly Part[] = ['CLIENT_ID', 'CLIENT_SECRET', 'CLIENT_VERSION']
const OURS = /(?:PHONEPE|GALLA|^PG_|^CLIENT_)/

/** Are the credentials in the environment what credentials look like? Speaks of variables by name only. */
export const credentials: Check = ({ project: { variables } }) => {
  const set = Object.entries(variables).flatMap(([name, value]) => {
    const part = PARTS.find((one) => name.endsWith(one))
    return part && OURS.test(name) && value !== undefined ? [{ name, part, value }] : []
  })
  if (set.length === 0)
    return [
      note(
        'No credentials in the environment',
        'set …CLIENT_ID, …CLIENT_SECRET and …CLIENT_VERSION, with a prefix such as PHONEPE_',
      ),
    ]

  const missing = PARTS.filter((part) => !set.some((one) => one.part === part))
  const secrets = set.filter(({ part }) => part === 'CLIENT_SECRET')
  const found: Finding[] = [
    ...set.flatMap(({ name, part, value }) => shape(name, part, value)),
    ...missing.map((part) =>
      wrong(`No variable ends in ${part}`, 'the three come together, from one page of the dashboard'),
    ),
    ...set
      .filter(({ part, value }) => part === 'CLIENT_ID' && secrets.some((secret) => secret.value === value))
      .map(({ name }) =>
        wrong(`${name} and the client secret are the same`, 'copy each from its own field of the dashboard'),
      ),
  ]
  return found.length > 0 ? found : [ok(`Credentials look right: ${set.map(({ name }) => name).join(', ')}`)]
}

function shape(name: string, part: Part, value: string): Finding[] {
  const found: Finding[] = []
  if (value.trim() === '') return [wrong(`${name} is empty`, 'copy it from the dashboard')]
  if (value !== value.trim())
    found.push(wrong(`${name} begins or ends with a space or a line break`, 'take it off: it is sent as it stands'))
  if (/^(['"]).*\1$/.test(value.trim()))
    found.push(wrong(`${name} is in quotes that belong to it`, 'take the quotes off'))
  if (/^<.*>$|^your[-_ ]|changeme|^x+$/i.test(value.trim()))
    found.push(wrong(`${name} is a placeholder`, 'copy the real one from the dashboard'))
  if (part === 'CLIENT_VERSION' && !/^\d+$/.test(value.trim()))
    found.push(wrong(`${name} is not a whole number`, 'it is a small number such as 1'))
  if (part === 'CLIENT_SECRET' && /###\d+$/.test(value.trim()))
    found.push(
      wrong(
        `${name} looks like a salt key with its index`,
        'a client secret is another thing: ask the dashboard for it',
      ),
    )
  return found
}
