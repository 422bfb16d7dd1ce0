import { preferences } from '@balcao/shared/api/account/preferences.ts'
import { queryKey } from '@balcao/shared/contract/query-key.ts'
import { DEFAULT_PREFERENCES, type KeptPreferences, type Preferences } from '@balcao/shared/entities/preferences.ts'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { apiQuery, queryClient } from './queries.ts'
import { api, currentUser } from './session.ts'
import { toast } from './toast.ts'

const KEY = queryKey(preferences.get)
const NONE: KeptPreferences = { ...DEFAULT_PREFERENCES, version: 0 }
const TRIES = 3

/** How the signed-in user works; the defaults until it is known. */
export const usePreferences = (): KeptPreferences => useQuery(apiQuery(preferences.get)).data ?? NONE

/** As `usePreferences` has them now, outside of a component. */
export const currentPreferences = (): KeptPreferences => queryClient.getQueryData<KeptPreferences>(KEY) ?? NONE

/** Told by another tab, or answered: an older one takes nothing back. */
export const applyPreferences = (told: KeptPreferences) =>
  queryClient.setQueryData<KeptPreferences>(KEY, known => (known && known.version > told.version ? known : told))

let last: Promise<unknown> = Promise.resolve()

/**
 * Changes them at once on the screen, one change behind the other at the server. A change elsewhere that came first is taken over,
 * and this one made of it. Answers whether it was saved; a refusal is told and taken back. Who is there for support has them on this screen
 * alone: the desk is somebody else's.
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
      // What is shown may have changes on their way already.
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
