import type { OutcomeRule } from '@galla/contract/sandbox-api/routes'
import { useEffect, useState } from 'react'
import { useWords } from '../words/use-words.tsx'
import { outcomeRules } from './control-client.ts'

/** The sandbox's own table: which amounts, UPI IDs, cards and banks decide the outcome by themselves. */
export function Rules() {
  const words = useWords()
  const [rules, setRules] = useState<OutcomeRule[]>([])

  useEffect(() => {
    let current = true
    void outcomeRules().then((found) => {
      if (current && found) setRules(found)
    })
    return () => {
      current = false
    }
  }, [])

  if (rules.length === 0) return null
  return (
    <details className="rules">
      <summary>{words.drawerRules}</summary>
      <dl lang="en">
        {rules.map((rule) => {
          const match = Object.entries(rule.match).map(([field, value]) => `${field} ${value}`)
          const text = match.join(', ')
          return (
            <div key={text}>
              <dt>
                <code>{text}</code>
              </dt>
              <dd>{rule.explains}</dd>
            </div>
          )
        })}
      </dl>
    </details>
  )
}
