import { useRef } from 'react'
import { giveFocusBack } from './tooltip.tsx'

/**
 * Where the focus goes when a dialog that no trigger opened closes: back to what had it. A menu whose entry opened the
 * dialog hands the focus to its button only after the dialog is there; that button is what counts then.
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
    // What is gone cannot have it: then the screen gets it, so that keys still reach it.
    const target = opener.current?.isConnected ? opener.current : document.getElementById('content')
    giveFocusBack(target)
  }

  return { remember, giveBack }
}
