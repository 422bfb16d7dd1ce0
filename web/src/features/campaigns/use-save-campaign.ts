import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import type { ArgsOf } from '@balcao/shared/contract/route.ts'
import type { Campaign } from '@balcao/shared/entities/campaign.ts'
import { useRef } from 'react'
import type { MediaValue } from '#/lib/kept-media.ts'
import { api } from '#/lib/session.ts'

type Fields = Omit<ArgsOf<typeof campaigns.create>['body'], 'scheduledAt'>

/**
 * Saves a campaign with its file. Where the file changes the time comes last: until then the campaign is a draft, so that it never starts
 * without its file, and within the last hour it could not get one any more. When a later step fails the campaign is remembered, and
 * the next try changes it instead of making a second one. Rejects with the server's ApiError.
 */
export function useSaveCampaign(before: Campaign | null) {
  const last = useRef(before)
  const write = async (fields: Fields, scheduledAt: string | null) => {
    const known = last.current
    last.current = known
      ? await api(campaigns.update, { params: { id: known.id }, body: { ...fields, scheduledAt } })
      : await api(campaigns.create, { body: { ...fields, scheduledAt } })
    return last.current
  }
  return async (fields: Fields, media: MediaValue, momentOf: () => string | null): Promise<Campaign> => {
    const removes = media === null && last.current?.mediaPath
    if (!(media instanceof File) && !removes) return write(fields, momentOf())
    const { id } = await write(fields, null)
    const params = { id }
    last.current =
      media instanceof File
        ? await api(campaigns.uploadMedia, { params, body: {} }, { files: [media] })
        : await api(campaigns.removeMedia, { params })
    const scheduledAt = momentOf()
    return scheduledAt === null ? last.current : write(fields, scheduledAt)
  }
}
