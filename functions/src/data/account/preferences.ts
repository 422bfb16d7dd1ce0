/** Preferences of a user: a row of their own, since the user's row is read at every call. */
import { DEFAULT_PREFERENCES, type KeptPreferences } from '@balcao/shared/entities/preferences.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { isWritten } from '../table/refused.ts'
import { putOne } from '../table/single-write.ts'
import { remove, type Write } from '../table/transact.ts'

const PREFERENCES = defineRow({
  kind: 'preferences',
  key: { pk: '${companyId}#preferences', sk: 'user#${userId}' },
  content: z.object({
    companyId: z.string(),
    userId: z.string(),
    version: z.number(),
    preferences: z.custom<Partial<Omit<KeptPreferences, 'version'>>>(),
    /**
     * Marks rows saved since tickets that wait longest come first by default. Every save writes all
     * preferences, so the former defaults in an older row were not necessarily chosen.
     */
    chosen: z.literal(true).optional(),
  }),
  keyOnly: ['companyId', 'userId'],
  unmarked: true,
})

/** Reads a user's preferences; version 0 if there are none yet. Costs one read unit. */
export async function getPreferences(companyId: string, userId: string): Promise<KeptPreferences> {
  const row = await PREFERENCES.get({ companyId, userId }, { consistent: true })
  const kept = row && (row.chosen ? row.preferences : withoutFormerDefaults(row.preferences))
  return { ...DEFAULT_PREFERENCES, ...kept, version: row?.version ?? 0 }
}

function withoutFormerDefaults({ waitingOrder, afterResolve, ...others }: Partial<KeptPreferences>) {
  return {
    ...others,
    ...(waitingOrder === 'waiting' ? { waitingOrder } : {}),
    ...(afterResolve === 'next' ? { afterResolve } : {}),
  }
}

/**
 * Replaces the preferences of the given version. Throws ERR_CONFLICT if there is another version by
 * now.
 */
export async function savePreferences(
  companyId: string,
  userId: string,
  { version, ...preferences }: KeptPreferences,
): Promise<KeptPreferences> {
  const row = { companyId, userId, version: version + 1, preferences, chosen: true as const }
  const before = version === 0 ? undefined : { version }
  if (!(await isWritten(putOne(PREFERENCES.replace(row, before))))) throw new AppError('ERR_CONFLICT')
  return { ...preferences, version: version + 1 }
}

/** Returns a write labelled `preferences` that deletes them with their user. */
export const dropPreferences = (companyId: string, userId: string): Write =>
  remove('preferences', PREFERENCES.delete({ companyId, userId }))
