import type { Campaign } from '@balcao/shared/entities/campaign.ts'
import { signedLink } from '../../integrations/storage.ts'
import { whatsappKey } from '../channels/whatsapp.ts'
import { instant } from '../instant.ts'
import { batchItems } from '../table/batch-items.ts'
import type { TableKey } from '../table/keys.ts'
import { keyOf } from '../table/small-list.ts'
import { type CampaignRow, NEEDS, type Needed } from './campaign.ts'

const placeOf = ({ pk, sk }: TableKey): string => `${pk} ${sk}`

const needKey = (companyId: string, kind: Needed, id: string): TableKey =>
  kind === 'whatsapp' ? whatsappKey(companyId, id) : keyOf(companyId, kind, id)

/**
 * Returns campaigns in wire form, with the current names of their resources; null for deleted ones.
 * Costs half a read unit per resource.
 */
export async function toWireCampaigns(companyId: string, rows: readonly CampaignRow[]): Promise<Campaign[]> {
  const kinds = Object.entries(NEEDS) as [Needed, (typeof NEEDS)[Needed]][]
  const keys = new Map(
    rows.flatMap(row =>
      kinds.flatMap(([kind, field]) => {
        const id = row[field]
        if (id === null) return []
        const key = needKey(companyId, kind, id)
        return [[placeOf(key), key] as const]
      }),
    ),
  )
  const found = await batchItems<TableKey & { name: string }>([...keys.values()], ['pk', 'sk', 'name'])
  const names = new Map(found.map(item => [placeOf(item), item.name]))
  const refOf = (kind: Needed, id: string | null) => {
    const name = id === null ? undefined : names.get(placeOf(needKey(companyId, kind, id)))
    return id === null || name === undefined ? null : { id, name }
  }
  return Promise.all(
    rows.map(async ({ version: _, media, ...row }) => ({
      ...row,
      mediaPath: media && (await signedLink(media.key, { mimetype: media.mimetype, fileName: media.fileName })),
      mediaName: media?.fileName ?? null,
      mediaType: media?.kind ?? null,
      createdAt: instant(row.createdAt),
      updatedAt: instant(row.updatedAt),
      scheduledAt: row.scheduledAt === null ? null : instant(row.scheduledAt),
      completedAt: row.completedAt === null ? null : instant(row.completedAt),
      whatsapp: refOf('whatsapp', row.whatsappId),
      contactList: refOf('contactList', row.contactListId),
      tagList: refOf('tag', row.tagListId),
      fileList: refOf('file', row.fileListId),
    })),
  )
}

/** Returns a campaign in wire form. */
export async function toWireCampaign(row: CampaignRow): Promise<Campaign> {
  const [campaign] = await toWireCampaigns(row.companyId, [row])
  return campaign!
}
