/** Text with code in backquotes. */
export function InlineCode({ text }: { text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      <code translate="no" key={part} className="font-mono text-xs">
        {part}
      </code>
    ) : (
      part
    ),
  )
}
