export type CodeKind = 'comment' | 'string' | 'keyword'

export interface CodePart {
  text: string
  /** Absent: any other text. */
  kind?: CodeKind
}

const KEYWORDS = 'import|export|from|const|let|await|async|new|if|else|return|function|type|throw|try|catch'

/** A comment of a line or a block, a text in quotes, or a keyword. An address in a text is no comment, and a name of a field no keyword. */
const PART = new RegExp(
  String.raw`(?<comment>(?<![:\w])//.*|/\*[\s\S]*?\*/|^#.*)|(?<string>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\`(?:[^\`\\]|\\.)*\`)|(?<keyword>(?<![.\w])(?:${KEYWORDS})\b(?!:))`,
  'gm',
)

/** The parts of a code sample, in order: together they are the sample. */
export function codeParts(code: string): CodePart[] {
  const parts: CodePart[] = []
  let end = 0
  for (const { 0: text, index, groups = {} } of code.matchAll(PART)) {
    if (index > end) parts.push({ text: code.slice(end, index) })
    const kind = (['comment', 'string', 'keyword'] as const).find((one) => groups[one] !== undefined)
    parts.push({ text, ...(kind && { kind }) })
    end = index + text.length
  }
  return end < code.length ? [...parts, { text: code.slice(end) }] : parts
}
