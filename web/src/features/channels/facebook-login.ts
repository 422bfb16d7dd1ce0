/** What the page that Facebook's dialog comes back to (public/facebook-login.js) says to who opened it. */
type Answer = { state: string | null; token: string | null; error: string | null }

const CHANNEL = 'balcao.facebook'
const BACK = '/facebook-login.html'

export type Login = {
  /** The token, or null when the person left without one. */
  done: Promise<string | null>
  /** Nobody waits any longer. */
  forget: () => void
}

/**
 * Opens Facebook's login dialog in a window of its own; null when the browser would not. Must be called by a click. Whoever answers must be a page of this
 * origin and know the `state` that this window made.
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
