import { readFileSync } from 'node:fs'
import { type Command, EXIT } from '../io.ts'

export const command: Command = async (_, io) => {
  // Two floors up from dist; three from src/commands.
  const near = ['../package.json', '../../package.json'].map((path) => new URL(path, import.meta.url))
  for (const url of near) {
    const found = read(url)
    if (found) io.out(found)
    if (found) return EXIT.ok
  }
  return EXIT.failed
}

function read(url: URL): string | undefined {
  try {
    const { name, version } = JSON.parse(readFileSync(url, 'utf8'))
    return name === 'galla' ? `galla ${version}, Node ${process.versions.node}` : undefined
  } catch {
    return undefined
  }
}
