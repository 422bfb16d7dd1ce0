import { auth } from '@balcao/shared/api/account/auth.ts'
import type { SessionUser } from '@balcao/shared/entities/user.ts'
import { createApiClient } from './api-client.ts'
import type { ApiError } from './api-error.ts'
import { createStore, useStore } from './store.ts'

/** `unknown` until the first refresh answered; the access token lives in memory only, the refresh cookie out of reach. */
export type Session =
  | { state: 'unknown' }
  | { state: 'out'; reason?: 'replaced' | 'expired' }
  | { state: 'in'; token: string; user: SessionUser }

export const session = createStore<Session>({ state: 'unknown' })

/** Set while a refresh cookie may exist, so that a visitor who never signed in costs no call. */
const HINT = 'balcao.signed-in'
/** Why the last session ended, for the sign-in page after the reload that follows; of this tab only. */
const ENDED = 'balcao.ended'
/** Preferences of the device, not of the account: they outlive a forced sign-out. */
const KEPT = new Set(['balcao.theme', 'balcao.language', 'balcao.volume'])

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('balcao.session')
channel?.addEventListener('message', event => {
  const message = event.data as { type: 'in'; token: string; user: SessionUser } | { type: 'out' }
  const now = session.get()
  if (message.type === 'out') signedOutHere()
  else if (now.state === 'in' && now.user.id === message.user.id)
    session.set({ state: 'in', token: message.token, user: message.user })
})

export const api = createApiClient('/api', {
  token: accessToken,
  refresh: () => refresh(accessToken()),
  ended: error => endSession(error.code === 'ERR_SESSION_ENDED' ? 'replaced' : 'expired'),
})

export function accessToken() {
  const now = session.get()
  return now.state === 'in' ? now.token : null
}

/**
 * Rotating refresh tokens must not be used twice: tabs take turns, and one that waited uses what the other got.
 * Rejects with the server's ApiError.
 */
async function refresh(stale: string | null): Promise<string> {
  const run = async () => {
    const now = session.get()
    if (now.state === 'in' && now.token !== stale) return now.token
    const fresh = await api(auth.refresh)
    signedIn(fresh)
    return fresh.token
  }
  return navigator.locks ? navigator.locks.request('balcao.refresh', run) : run()
}

/** A fresh access token for the realtime socket. */
export function refreshAccessToken() {
  return refresh(accessToken())
}

let starting: Promise<Session> | null = null

/** Finds out once, at the start, whether somebody is signed in. Without a network the error is thrown for a retry. */
export function startSession(): Promise<Session> {
  starting ??= (async () => {
    const now = session.get()
    if (now.state !== 'unknown') return now
    if (localStorage.getItem(HINT) === null)
      session.set(
        sessionStorage.getItem(ENDED) === 'replaced' ? { state: 'out', reason: 'replaced' } : { state: 'out' },
      )
    else
      await refresh(null).catch((error: ApiError) => {
        if (error.status === 0 || error.status >= 500 || error.status === 429) throw error
        localStorage.removeItem(HINT)
        session.set({ state: 'out', ...(error.code === 'ERR_SESSION_ENDED' ? { reason: 'replaced' as const } : {}) })
      })
    return session.get()
  })().finally(() => {
    starting = null
  })
  return starting
}

export function signedIn({ token, user }: { token: string; user: SessionUser }) {
  localStorage.setItem(HINT, '1')
  sessionStorage.removeItem(ENDED)
  session.set({ state: 'in', token, user })
  channel?.postMessage({ type: 'in', token, user })
}

/** Keeps the profile in the session in step with what was saved or heard. */
export function updateSessionUser(change: (user: SessionUser) => SessionUser) {
  session.set(now => (now.state === 'in' ? { ...now, user: change(now.user) } : now))
}

let leaving = false

/** Signs out on the server (as far as it can be reached) and in every tab. */
export async function signOut() {
  // The server tells the socket that the session ended, often before it answers: that is no news here.
  leaving = true
  await api(auth.logout).catch(() => undefined)
  leaving = false
  channel?.postMessage({ type: 'out' })
  signedOutHere()
}

function signedOutHere() {
  localStorage.removeItem(HINT)
  session.set({ state: 'out' })
}

/**
 * The session is over without the person's doing. `replaced`: signed in elsewhere; the message shows for a second, then
 * what this browser kept of the account is cleared and the page starts anew. `expired`: to the sign-in page.
 */
export function endSession(reason: 'replaced' | 'expired') {
  if (leaving || session.get().state !== 'in') return
  localStorage.removeItem(HINT)
  session.set({ state: 'out', reason })
  if (reason === 'replaced') {
    sessionStorage.setItem(ENDED, reason)
    setTimeout(() => {
      for (const key of Object.keys(localStorage)) if (!KEPT.has(key)) localStorage.removeItem(key)
      window.location.reload()
    }, 1000)
  }
}

export function useSession() {
  return useStore(session)
}

/** The signed-in user; only inside the private part of the app. */
export function useUser(): SessionUser {
  const now = useStore(session)
  if (now.state === 'in') {
    lastUser = now.user
    return now.user
  }
  // While the screen is being left after a sign-out, it still shows whom it belonged to.
  if (lastUser) return lastUser
  throw new Error('nobody is signed in')
}

let lastUser: SessionUser | null = null

export function currentUser(): SessionUser | null {
  const now = session.get()
  return now.state === 'in' ? now.user : null
}
