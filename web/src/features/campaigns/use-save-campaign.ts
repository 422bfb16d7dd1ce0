import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import type { ArgsOf } from '@balcao/shared/api-contract/route.ts'
import type { Campaign } from '@balcao/shared/entities/campaign.ts'
import { type MediaValue, useSaveWithMedia } from '#/lib/row-media.ts'
import { api } from '#/lib/session.ts'

type Fields = Omit<ArgsOf<typeof campaigns.create>['body'], 'scheduledAt'>

/**
 * Saves a campaign with its file in one call, so that it never starts without it. Rejects with the
 * server's ApiError.
 */
export function useSaveCampaign(before: Campaign | null) {
  const save = useSaveWithMedia(before)
  return (fields: Fields, media: MediaValue, momentOf: () => string | null): Promise<Campaign> =>
    save(media, (known, sentFiles, gone) => {
      const body = { ...fields, scheduledAt: momentOf() }
      return known
        ? api(campaigns.update, { params: { id: known.id }, body: { ...body, ...gone } }, sentFiles)
        : api(campaigns.create, { body }, sentFiles)
    })
}
