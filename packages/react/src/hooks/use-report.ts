import { useEffect, useRef } from 'react'

/**
 * Calls `report` with a value, and again with each other value that follows. A new function is no new value; after `undefined`, the
 * same value counts as another one.
 */
export function useReport<Value>(value: Value | undefined, report: ((value: Value) => void) | undefined): void {
  const reported = useRef<Value>(undefined)
  useEffect(() => {
    if (reported.current === value) return
    reported.current = value
    if (value !== undefined) report?.(value)
  }, [value, report])
}
