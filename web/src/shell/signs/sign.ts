import type { LinkProps } from '@tanstack/react-router'

/** Something that burns and that this person can act on. */
export interface Sign {
  /** Stays the same while it lasts, for lists. */
  id: string
  tone: 'danger' | 'warning'
  /** The matter, in one line. */
  text: string
  /** Further words in the list, such as a reason. */
  detail?: string | undefined
  /** Screen on which it is dealt with. */
  link: Pick<LinkProps, 'to' | 'params' | 'search'>
}

/**
 * A hook that returns the signs of one matter, for whom they are; nothing for everybody else. It
 * uses cached queries that events keep current.
 */
export type SignSource = () => readonly Sign[]
