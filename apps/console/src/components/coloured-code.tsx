import { type CodeKind, codeParts } from './code-parts.ts'

const CLASSES: { readonly [Kind in CodeKind]: string } = {
  comment: 'text-soft italic',
  string: 'text-data',
  keyword: 'font-strong text-brass',
}

/** A code sample with its comments, texts and keywords in colours of their own. */
export function ColouredCode({ code }: { code: string }) {
  return codeParts(code).map(({ text, kind }, index) =>
    kind ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no state
      <span key={index} className={CLASSES[kind]}>
        {text}
      </span>
    ) : (
      text
    ),
  )
}
