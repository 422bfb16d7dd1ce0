import { ApiError } from '#/lib/api-error.ts'

/** Campaigns and schedules that will still send over a connection that somebody wants to delete. */
export interface InUse {
  campaigns: number
  /** Names of the first of them. */
  campaignNames: string[]
  schedules: number
}

/**
 * Returns what the server names when it refuses to delete a connection; undefined when it refused
 * for another reason.
 */
export function inUseOf(error: unknown): InUse | undefined {
  if (!(error instanceof ApiError) || error.code !== 'ERR_WAPP_IN_USE') return undefined
  const { campaigns = 0, campaignNames = [], schedules = 0 } = (error.body.inUse ?? {}) as Partial<InUse>
  return { campaigns, campaignNames, schedules }
}
