/**
 * Message of the page to which Facebook's dialog returns (public/facebook-login.js) to its opener.
 */
type Answer = { state: string | null; token: string | null; error: string | null }

const CHANNEL = 'balcao.facebook'
const BACK = '/facebook-login.html'

export type Login = {
  /** Resolves with the token, or null when the person left without one. */
  done: Promise<string | null>
  /** Stops waiting. */
  forget: () => void
}

/**
 * Opens Facebook's login dialog in a window of its own; null when the browser refused. It must be
 * called by a click. Only a page of this origin that knows the `state` made by this window may
 * answer.
 */
export function openFacebookLogin(loginUrl: string): Login | null {
  const state = crypto.randomUUID()
  const url = new URL(loginUrl)
  url.searchParams.set('redirect_uri', `${location.origin}${BACK}`)
  url.searchParams.set('state', state)
  const opened = window.open(url, 'balcao-facebook', 'popup,width=640,height=760')
  if (!opened) return null
  const channel = new BroadcastChannel(CHANNEL)
  const done = new Promise<string | null>(resolve => {
    channel.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (data.state !== state) return
      channel.close()
      resolve(data.token || null)
    })
  })
  return { done, forget: () => channel.close() }
}
