import type { TestGateway } from './test-gateway.ts'

/** Every row of every table of the schema as text, one entry a row: `orders: (…)`. */
export async function dumpSchema({ rows }: Pick<TestGateway, 'rows'>): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    `select table_name as "name" from information_schema.tables where table_schema = 'galla' and table_type = 'BASE TABLE' order by 1`,
  )
  const dump: string[] = []
  for (const { name } of tables) {
    const found = await rows<{ text: string }>(`select t::text as "text" from galla."${name}" t`)
    dump.push(...found.map(({ text }) => `${name}: ${text}`))
  }
  return dump
}

/** Encrypted values. Twenty kilobytes of random base64 hold five given letters once in some thousand runs. */
const ENCRYPTED = /(galla1:[\w-]+:)[\w+/-]{38,}=*/g

/** The tables whose rows contain the text outside the bytes of encrypted values. */
export function tablesWith(dump: readonly string[], marker: string): string[] {
  const hits = dump.filter((line) => line.replace(ENCRYPTED, '$1').toLowerCase().includes(marker.toLowerCase()))
  return [...new Set(hits.map((line) => line.slice(0, line.indexOf(':'))))].sort()
}
