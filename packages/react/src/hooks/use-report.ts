import { useEffect, useRef } from 'react'

/**
 * Calls `report` with a value, and again with each other value that follows. A new function causes no call. After `undefined`, the
 * same value is reported again.
 */
export function useReport<Value>(value: Value | undefined, report: ((value: Value) => void) | undefined): void {
  const reported = useRef<Value>(undefined)
  useEffect(() => {
    if (reported.current === value) return
    reported.current = value
    if (value !== undefined) report?.(value)
  }, [value, report])
}
