import { type ReactElement, type ReactNode, useState } from 'react'
import { Icon, type IconName } from './controls.tsx'

export interface MethodFoldProps {
  icon: IconName
  title: ReactNode
  hint: ReactNode
  /** Of one group, one is open: there is one way to pay in view. */
  group: string
  /** Open from the start. */
  first: boolean
  children: () => ReactNode
}

/** One way to pay, folded until it is chosen. Opened once, its panel stays: what was typed outlives a look at another one. */
export function MethodFold({ icon, title, hint, group, first, children }: MethodFoldProps): ReactElement {
  const [opened, setOpened] = useState(first)
  return (
    <details
      className="galla-method"
      name={group}
      open={first}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setOpened(true)
      }}
    >
      <summary>
        <Icon name={icon} />
        <span className="galla-method-words">
          <span className="galla-method-name">{title}</span>
          <span className="galla-soft">{hint}</span>
        </span>
        <Icon name="chevron" />
      </summary>
      {opened && <div className="galla-method-body galla-stack">{children()}</div>}
    </details>
  )
}
