import { wrongUse } from '../failure.ts'
import { type Command, EXIT } from '../io.ts'
import { HELP, OVERVIEW } from '../words/help.ts'

export const command: Command = async ([topic], io) => {
  const page = topic === undefined ? OVERVIEW : Object.hasOwn(HELP, topic) ? HELP[topic] : undefined
  if (page === undefined) throw wrongUse(`there is no help on '${topic}'. There is on ${Object.keys(HELP).join(', ')}`)
  io.out(page)
  return EXIT.ok
}
