import { type ComponentType, createContext } from 'react'

interface HelpLinkProps {
  /** Shows the link in words, as in an empty state; otherwise as a "?". */
  inWords?: boolean
}

/** Link to the guide of the screen that is open; the private frame provides it. */
export const ScreenHelp = createContext<ComponentType<HelpLinkProps> | null>(null)
