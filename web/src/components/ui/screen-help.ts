import { createContext, type ReactNode } from 'react'

/** Link to the help of the screen that is shown; the private frame provides it. */
export const ScreenHelp = createContext<ReactNode>(null)
