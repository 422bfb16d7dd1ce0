import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Login, openFacebookLogin } from './facebook-login.ts'

interface FacebookLogin {
  /** True while the person is in the dialog. */
  waiting: boolean
  problem: string | null
  setProblem: (problem: string) => void
  /** Opens the dialog; it must be called by a click. */
  start: (loginUrl: string) => Promise<void>
}

/**
 * Lets a person sign in at Meta in a window of its own.
 * @param onToken called with the token of the person
 * @param left problem to show when the person left without one
 */
export function useFacebookLogin(onToken: (token: string) => void, left: string): FacebookLogin {
  const { t } = useTranslation('channels')
  const [waiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const open = useRef<Login | null>(null)
  useEffect(() => () => open.current?.forget(), [])
  const start = async (loginUrl: string) => {
    setProblem(null)
    open.current?.forget()
    const opened = openFacebookLogin(loginUrl)
    open.current = opened
    if (!opened) return setProblem(t('facebook.blocked'))
    setWaiting(true)
    const token = await opened.done
    setWaiting(false)
    if (token) onToken(token)
    else setProblem(left)
  }
  return { waiting, problem, setProblem, start }
}
