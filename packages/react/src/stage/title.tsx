import type { ReactElement, ReactNode } from 'react'
import { Icon, type IconName } from '../parts/icon.tsx'

/** The name of a step, which takes the focus when the step changes. A state of money has a shape beside its colour. */
export function Title({ children, icon }: { children: ReactNode; icon?: IconName }): ReactElement {
  return (
    <>
      {icon && (
        <span className="galla-seal">
          <Icon name={icon} />
        </span>
      )}
      <h2 className="galla-title" tabIndex={-1}>
        {children}
      </h2>
    </>
  )
}
