import { preferences } from '@balcao/shared/api/account/preferences.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import { DEFAULT_PREFERENCES, type KeptPreferences, type Preferences } from '@balcao/shared/entities/preferences.ts'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { apiQuery, queryClient } from './queries.ts'
import { api, currentUser } from './session.ts'
import { toast } from './toast.ts'

const KEY = queryKey(preferences.get)
const NONE: KeptPreferences = { ...DEFAULT_PREFERENCES, version: 0 }
const TRIES = 3

/** Returns the preferences of the signed-in user; the defaults until they are loaded. */
export const usePreferences = (): KeptPreferences => useQuery(apiQuery(preferences.get)).data ?? NONE

/** Returns the same as `usePreferences`, outside a component. */
export const currentPreferences = (): KeptPreferences => queryClient.getQueryData<KeptPreferences>(KEY) ?? NONE

/** Applies preferences from another tab or an answer; an older version changes nothing. */
export const applyPreferences = (received: KeptPreferences) =>
  queryClient.setQueryData<KeptPreferences>(KEY, known =>
    known && known.version > received.version ? known : received,
  )

let last: Promise<unknown> = Promise.resolve()

/**
 * Changes the preferences on screen at once, and one after the other on the server. If another
 * change came first, it is loaded and this one applied to it. Returns whether they were saved; a
 * refusal is shown and undone. A support session changes them on this screen alone, since the
 * account is somebody else's.
 */
export function changePreferences(change: (now: Preferences) => Preferences): Promise<boolean> {
  queryClient.setQueryData<KeptPreferences>(KEY, known => known && { ...known, ...change(known) })
  if (currentUser()?.support) return Promise.resolve(true)
  const saved = last.then(() => save(change))
  last = saved
  return saved
}

async function save(change: (now: Preferences) => Preferences): Promise<boolean> {
  for (let tried = 1; ; tried++) {
    try {
      // The cached preferences may contain changes that are still on their way.
      const now = await api(preferences.get)
      applyPreferences(await api(preferences.save, { body: { ...change(now), version: now.version } }))
      return true
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ERR_CONFLICT' && tried < TRIES) continue
      void queryClient.invalidateQueries({ queryKey: KEY })
      toast.error(error)
      return false
    }
  }
}
