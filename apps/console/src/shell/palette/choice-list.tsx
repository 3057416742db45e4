import type { ChoiceGroup } from './choices.ts'

interface ChoiceListProps {
  id: string
  groups: readonly ChoiceGroup[]
  /** Id of the choice that Enter would take. */
  active: string | undefined
  optionId(choiceId: string): string
  onPoint(choiceId: string): void
  onChoose(choiceId: string): void
}

/** Lines to choose from, under their headings. The focus stays in the field; this only shows where one is. */
export function ChoiceList({ id, groups, active, optionId, onPoint, onChoose }: ChoiceListProps) {
  return (
    <div id={id} role="listbox" aria-label="Pages and actions" className="max-h-[60dvh] overflow-y-auto py-2">
      {groups.map(({ label, choices }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group inside a listbox has no element of its own
        <div key={label} role="group" aria-label={label}>
          <p aria-hidden="true" className="px-4 pt-2 pb-1 text-xs text-soft">
            {label}
          </p>
          {choices.map(({ id: choiceId, title, even, says, keys }) => (
            // The field hears the keys.
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            // biome-ignore lint/a11y/useFocusableInteractive: see above
            <div
              key={choiceId}
              id={optionId(choiceId)}
              role="option"
              aria-selected={choiceId === active}
              onPointerMove={() => choiceId !== active && onPoint(choiceId)}
              onClick={() => onChoose(choiceId)}
              className="mx-2 flex min-h-10 cursor-pointer items-center justify-between gap-4 rounded-edge px-2 max-sm:flex-wrap max-sm:gap-y-0 max-sm:py-1 aria-selected:bg-brass-wash aria-selected:outline-1 aria-selected:-outline-offset-1 aria-selected:outline-brass"
            >
              <span className={`min-w-0 truncate ${even ? 'font-mono text-xs' : ''}`}>{title}</span>
              <span className="shrink-0 text-xs text-soft">{says}</span>
              {keys !== undefined && (
                <span aria-hidden="true" className="shrink-0 font-mono text-xs text-soft max-sm:hidden">
                  {keys}
                </span>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
