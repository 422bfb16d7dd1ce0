import { auth } from '@balcao/shared/api/account/auth.ts'
import type { SessionUser, User } from '@balcao/shared/entities/user.ts'
import { type Api, createApiClient, isFinal } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { forgetConversations } from './forget-conversations.ts'
import { createStore, useStore } from './store.ts'

/**
 * Reason for the end of a session that nobody signed out of: used elsewhere, expired, the company
 * was disabled, or now requires a second factor.
 */
type Ended = 'replaced' | 'expired' | 'disabled' | 'secondFactor' | 'hours'

/**
 * `unknown` until the first refresh is answered; the access token lives in memory only, and scripts
 * cannot read the refresh cookie.
 */
export type Session =
  | { state: 'unknown' }
  | { state: 'out'; reason?: Ended }
  | { state: 'in'; token: string; user: SessionUser }

export const session = createStore<Session>({ state: 'unknown' })

/** Set while a refresh cookie may exist, so that a visitor who never signed in costs no call. */
const HINT = 'balcao.signed-in'
/**
 * Key of the reason why the last session ended, for the sign-in page after the reload that follows;
 * in this tab only.
 */
const ENDED = 'balcao.ended'
/** Keys that outlive a forced sign-out: preferences of the device, not of the account. */
const KEPT = new Set([
  'preferredTheme',
  'balcao.language',
  'balcao.volume',
  'balcao.desktop',
  'balcao.desktop-asked',
  'balcao.drawer',
  'balcao.drawer-groups',
])
/** Keys that outlive it, too: data with a person's id that exists only in this browser. */
const OWN = /^balcao\.(todo|announcements|unsent|favourites)\./

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('balcao.session')
channel?.addEventListener('message', event => {
  const message = event.data as { type: 'in'; token: string; user: SessionUser } | { type: 'out' } | { type: 'else' }
  const now = session.get()
  if (message.type === 'else') return window.location.assign('/')
  if (message.type === 'out') signedOutHere()
  else if (now.state === 'in' && now.user.id === message.user.id)
    session.set({ state: 'in', token: message.token, user: message.user })
})

const access = {
  token: accessToken,
  ended: (error: ApiError) => endSession(reasonOf(error) ?? 'expired'),
}

/**
 * Reasons by the code of the server's refusal; without a more exact code the session has expired.
 */
const REASONS: Record<string, Ended> = {
  ERR_SESSION_ENDED: 'replaced',
  ERR_COMPANY_DISABLED: 'disabled',
  ERR_SECOND_FACTOR_MISSING: 'secondFactor',
  ERR_OUTSIDE_ACCESS_HOURS: 'hours',
}
const reasonOf = ({ code }: ApiError): Ended | undefined => REASONS[code]

export const api = createApiClient('/api', { ...access, refresh: () => refresh(accessToken()) })

/** Client for calls that hold the lock themselves: a refresh they need must not wait for it. */
const apiInsideLock = createApiClient('/api', { ...access, refresh: () => takeFresh(accessToken()) })

export function accessToken() {
  const now = session.get()
  return now.state === 'in' ? now.token : null
}

let last: Promise<unknown> = Promise.resolve()

/** Runs calls that replace the refresh cookie one after the other, in all tabs. */
function withRefreshLock<T>(run: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request('balcao.refresh', run)
  const mine = last.then(run, run)
  last = mine
  return mine
}

/**
 * Gets a fresh token. A rotating refresh token must not be used twice: tabs take turns, and a tab
 * that waited uses the token the other one received. Rejects with the server's ApiError.
 */
const refresh = (stale: string | null): Promise<string> => withRefreshLock(() => takeFresh(stale))

/**
 * Gets a fresh token inside the lock. Rejects with ERR_SESSION_ENDED, too, when somebody else has
 * signed in with this browser meanwhile.
 */
async function takeFresh(stale: string | null): Promise<string> {
  const now = session.get()
  if (now.state === 'in' && now.token !== stale) return now.token
  const fresh = await api(auth.refresh)
  if (now.state === 'in' && now.user.id !== fresh.user.id) {
    if (now.user.support || fresh.user.support) return becomeElse()
    throw new ApiError('ERR_SESSION_ENDED', 401)
  }
  signedIn(fresh)
  return fresh.token
}

/**
 * Saves the own user by `save` and adopts the answer: a changed password or e-mail brings a token
 * of a new session, since the earlier tokens are invalid. No tab asks for a session until it has
 * arrived.
 */
export function changeSession(save: (call: Api) => Promise<User & { token?: string | undefined }>): Promise<User> {
  return withRefreshLock(async () => {
    const { token, ...saved } = await save(apiInsideLock)
    const now = session.get()
    if (now.state === 'in') {
      const user = { ...now.user, ...saved }
      if (token) signedIn({ token, user })
      else session.set({ ...now, user })
    }
    return saved
  })
}

/**
 * Reloads every tab of this browser after the cookies changed to another user: nothing of the
 * former user stays on screen or in memory. Calls that wait for a token end with the page.
 */
function becomeElse(): Promise<never> {
  forgetConversations()
  channel?.postMessage({ type: 'else' })
  window.location.assign('/')
  return new Promise(() => undefined)
}

/**
 * Starts a support session as an admin of another company, by `start`. Rejects with the server's
 * ApiError.
 */
export const enterSupport = (start: (call: Api) => Promise<unknown>): Promise<never> =>
  withRefreshLock(async () => {
    await start(apiInsideLock)
    return becomeElse()
  })

/** Leaves the support session. Rejects with the server's ApiError. */
export const leaveSupport = (): Promise<never> => {
  // The server closes the socket for this session's end, often before it answers: the socket's
  // message is ignored.
  leaving = true
  return withRefreshLock(async () => {
    try {
      await apiInsideLock(auth.endSupport)
    } catch (error) {
      leaving = false
      throw error
    }
    return becomeElse()
  })
}

/** Returns a fresh access token for the realtime socket. */
export function refreshAccessToken() {
  return refresh(accessToken())
}

let starting: Promise<Session> | null = null

/**
 * Finds out once, at the start, whether somebody is signed in. Throws without a network, for a
 * retry.
 */
export function startSession(): Promise<Session> {
  starting ??= (async () => {
    const now = session.get()
    if (now.state !== 'unknown') return now
    // Sweeps unsent work that nobody came back for.
    import('./sweep-unsent.ts').then(({ sweepUnsent }) => sweepUnsent()).catch(() => undefined)
    if (localStorage.getItem(HINT) === null)
      session.set(
        sessionStorage.getItem(ENDED) === 'replaced' ? { state: 'out', reason: 'replaced' } : { state: 'out' },
      )
    else
      await refresh(null).catch((error: ApiError) => {
        if (error.status === 0 || error.status >= 500 || error.status === 429) throw error
        localStorage.removeItem(HINT)
        forgetConversations()
        const reason = reasonOf(error)
        session.set({ state: 'out', ...(reason ? { reason } : {}) })
      })
    return session.get()
  })().finally(() => {
    starting = null
  })
  return starting
}

/** Number of sessions and tokens that this page has had. */
let sessions = 0

export function signedIn({ token, user }: { token: string; user: SessionUser }) {
  sessions += 1
  localStorage.setItem(HINT, '1')
  sessionStorage.removeItem(ENDED)
  session.set({ state: 'in', token, user })
  channel?.postMessage({ type: 'in', token, user })
}

/** Keeps the user in the session in step with a saved profile or a realtime event. */
export function updateSessionUser(change: (user: SessionUser) => SessionUser) {
  session.set(now => (now.state === 'in' ? { ...now, user: change(now.user) } : now))
}

let leaving = false

/** Signs out on the server (if it can be reached) and in every tab. */
export async function signOut() {
  // The server closes the socket for this session's end, often before it answers: the socket's
  // message is ignored.
  leaving = true
  await api(auth.logout).catch(() => undefined)
  leaving = false
  channel?.postMessage({ type: 'out' })
  signedOutHere()
}

function signedOutHere() {
  localStorage.removeItem(HINT)
  forgetConversations()
  session.set({ state: 'out' })
}

/**
 * Ends the session without the person's doing. `replaced` (signed in elsewhere): shows the message
 * for a second, then clears what this browser kept of the account and reloads the page. Otherwise:
 * opens the sign-in page, which states the reason.
 */
export function endSession(reason: Ended) {
  if (leaving || session.get().state !== 'in') return
  localStorage.removeItem(HINT)
  forgetConversations()
  session.set({ state: 'out', reason })
  if (reason === 'replaced') {
    sessionStorage.setItem(ENDED, reason)
    const ended = sessions
    setTimeout(() => {
      // A new session has begun meanwhile, and may have ended too: its data and its page stay.
      if (sessions !== ended) return
      if (localStorage.getItem(HINT) === null)
        for (const key of Object.keys(localStorage)) if (!KEPT.has(key) && !OWN.test(key)) localStorage.removeItem(key)
      window.location.reload()
    }, 1000)
  }
}

/**
 * Ends the session after the server closed its socket, unless this browser has another session:
 * then that one is used.
 */
export async function confirmEnd(reason: Ended) {
  if (leaving || session.get().state !== 'in') return
  await refresh(accessToken()).catch((error: unknown) => {
    if (!(error instanceof ApiError) || !isFinal(error)) return
    const code = reasonOf(error)
    endSession(code === undefined || code === 'replaced' ? reason : code)
  })
}

export function useSession() {
  return useStore(session)
}

/** Returns the signed-in user; only inside the private part of the app. */
export function useUser(): SessionUser {
  const now = useStore(session)
  if (now.state === 'in') {
    lastUser = now.user
    return now.user
  }
  // While the screen is left after a sign-out, it still shows the last user.
  if (lastUser) return lastUser
  throw new Error('nobody is signed in')
}

let lastUser: SessionUser | null = null

export function currentUser(): SessionUser | null {
  const now = session.get()
  return now.state === 'in' ? now.user : null
}
