import type { ReactNode } from 'react'

/** Action on one row: an icon where there is room, else an entry of the row's menu. */
export interface RowAction {
  id: string
  /** Name with the row's own, which a screen reader reads out of its context. */
  label: string
  /** Name in the row's menu. */
  short: string
  icon: ReactNode
  /** Absent: it does not apply to this row, and its room stays free. */
  run?: (() => void) | undefined
  /** Address of the screen it leads to, as a link that can be opened elsewhere. */
  href?: string
  tone?: 'accent' | 'danger'
  /** Reason why it cannot be used now. */
  disabledReason?: string | undefined
  loading?: boolean
  /** Ways to do it, in place of `run`: an action on a list offers them as a menu. */
  options?: readonly { id: string; label: string; short: string; run: () => void }[]
}
