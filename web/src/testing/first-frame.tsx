import { type ReactNode, useLayoutEffect } from 'react'

/** Calls `look` in the first frame that shows its children, before effects that run later. */
export function FirstFrame({ look, children }: { look: () => void; children: ReactNode }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first frame
  useLayoutEffect(look, [])
  return children
}
