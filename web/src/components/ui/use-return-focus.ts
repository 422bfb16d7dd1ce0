import { useRef } from 'react'
import { giveFocusBack } from './tooltip.tsx'

/**
 * Returns the focus when a dialog without a trigger closes: to the element that had it before. A
 * menu whose entry opened the dialog focuses its button only after the dialog is there; then that
 * button counts.
 */
export function useReturnFocus() {
  const opener = useRef<HTMLElement | null>(null)

  const remember = () => {
    const now = document.activeElement
    if (now instanceof HTMLElement && now !== document.body && !now.closest('[role="menu"]')) {
      opener.current = now
      return
    }
    opener.current = null
    const listener = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target.closest('[role="dialog"],[role="alertdialog"]')) return
      opener.current = target
      stop()
    }
    const page = document
    const stop = () => page.removeEventListener('focusin', listener, true)
    page.addEventListener('focusin', listener, true)
    setTimeout(stop, 300)
  }

  const giveBack = (event: Event) => {
    event.preventDefault()
    // A removed element cannot have the focus: then the screen gets it, so that keys still reach
    // it.
    const target = opener.current?.isConnected ? opener.current : document.getElementById('content')
    giveFocusBack(target)
  }

  return { remember, giveBack }
}
