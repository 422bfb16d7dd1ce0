/**
 * Campaigns. They grow with the business: a row each, the newest first in an index of the company. A change takes the place of
 * exactly the version it was read as; whatever happens to its contacts lies in rows of their own, so that sending and editing do
 * not stand in each other's way.
 *
 * What a campaign needs until it is done (its connection, its audience, its files) has a row of each such thing with the ids of
 * the campaigns that need it, written in the campaign's own transaction, which also asks that the thing is there: so whoever
 * deletes one can ask, in theirs, that nobody needs it, and of the two one comes first.
 *
 * Keys: pk `company#campaign#id`, sk `campaign`; gsi1 `company#campaigns`, by id. Needs: pk `company#campaign-needs`, sk `kind#id`.
 */
import type { Campaign, CampaignStatus } from '@balcao/shared/entities/campaign.ts'
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import type { KeptMedia } from '@balcao/shared/rules/inbound/turn.ts'
import { MONTHLY_REFUSALS } from '../company/monthly-use.ts'
import { tableName } from '../table/client.ts'
import { foldName } from '../table/fold.ts'
import { getItem } from '../table/get-item.ts'
import { keyQuery } from '../table/key-query.ts'
import { whileAt } from '../table/keys.ts'
import { fromQuery, type Page, type PageOptions, pageOf, weightOf } from '../table/page.ts'
import { rowExists } from '../table/small-list.ts'
import { check, put, type Refusals, remove, transact, update, type Write, WriteRefused } from '../table/transact.ts'

type Texts = Pick<
  Campaign,
  | 'message1'
  | 'message2'
  | 'message3'
  | 'message4'
  | 'message5'
  | 'confirmationMessage1'
  | 'confirmationMessage2'
  | 'confirmationMessage3'
  | 'confirmationMessage4'
  | 'confirmationMessage5'
>

/** A campaign as the server knows it. Moments are epoch milliseconds. */
export type CampaignRow = Texts &
  Pick<Campaign, 'name' | 'confirmation' | 'whatsappId' | 'contactListId' | 'tagListId' | 'fileListId'> & {
    companyId: string
    id: string
    version: number
    status: CampaignStatus
    /** Why it was stopped where nobody did it by hand. */
    reason: ErrorCode | null
    scheduledAt: number | null
    completedAt: number | null
    media: KeptMedia | null
    createdAt: number
    updatedAt: number
  }

export type NewCampaign = Omit<
  CampaignRow,
  'companyId' | 'id' | 'version' | 'reason' | 'completedAt' | 'createdAt' | 'updatedAt'
>
export type CampaignChanges = Partial<Omit<CampaignRow, 'companyId' | 'id' | 'version' | 'createdAt' | 'updatedAt'>>

const keyOf = (companyId: string, id: string) => ({ pk: `${companyId}#campaign#${id}`, sk: 'campaign' })
const allOf = (companyId: string): string => `${companyId}#campaigns`

const ATTRIBUTES = ['pk', 'version', 'row'] as const

function toRow(given: object): CampaignRow {
  const { pk, version, row } = given as { pk: string; version: number; row: string }
  const [companyId = '', , id = ''] = pk.split('#')
  return { reason: null, ...JSON.parse(row), companyId, id, version } as CampaignRow
}

/** What a campaign needs: rows of these lists, by the word for a row of each. */
export const NEEDS = {
  whatsapp: 'whatsappId',
  contactList: 'contactListId',
  tag: 'tagListId',
  file: 'fileListId',
} as const
export type Needed = keyof typeof NEEDS

const KINDS = Object.keys(NEEDS) as Needed[]

/** What a missing one is called. */
export const NEED_MISSING = {
  whatsapp: 'ERR_NO_WAPP_FOUND',
  contactList: 'ERR_NO_CONTACT_LIST_FOUND',
  tag: 'ERR_NO_TAG_FOUND',
  file: 'ERR_NO_FILE_LIST_FOUND',
} as const satisfies Refusals

const needsKey = (companyId: string, kind: Needed, id: string) => ({
  pk: `${companyId}#campaign-needs`,
  sk: `${kind}#${id}`,
})

/** Whether it is still to be sent, wholly or in part: a stopped one may go on, a draft may be given a time. */
const isToBeSent = ({ status }: CampaignRow): boolean => status !== 'FINALIZADA'

const neededBy = (row: CampaignRow | undefined, kind: Needed): string | null =>
  row && isToBeSent(row) ? row[NEEDS[kind]] : null

const countNeed = (row: CampaignRow, kind: Needed, id: string, verb: 'ADD' | 'DELETE'): Write =>
  update('campaignNeed', {
    TableName: tableName(),
    Key: needsKey(row.companyId, kind, id),
    UpdateExpression: `${verb} #ids :ids`,
    ExpressionAttributeNames: { '#ids': 'ids' },
    ExpressionAttributeValues: { ':ids': new Set([row.id]) },
  })

/**
 * Writes that follow what a campaign needs. What it needs anew must be there: such a condition is labelled with the word for the row
 * (`NEED_MISSING` says what its refusal means).
 */
function needWrites(before: CampaignRow | undefined, after: CampaignRow | undefined): Write[] {
  const row = after ?? before
  if (!row) return []
  return KINDS.flatMap(kind => {
    const [from, to] = [neededBy(before, kind), neededBy(after, kind)]
    if (from === to) return []
    return [
      ...(from === null ? [] : [countNeed(row, kind, from, 'DELETE')]),
      ...(to === null ? [] : [rowExists(row.companyId, kind, to), countNeed(row, kind, to, 'ADD')]),
    ]
  })
}

/**
 * A condition, labelled `campaignNeed`, for the transaction that deletes a connection, a contact list, a tag or a file list: no
 * campaign that is still to be sent needs it.
 */
export const unneededByCampaigns = (companyId: string, kind: Needed, id: string): Write =>
  check('campaignNeed', {
    TableName: tableName(),
    Key: needsKey(companyId, kind, id),
    ConditionExpression: 'attribute_not_exists(#ids)',
    ExpressionAttributeNames: { '#ids': 'ids' },
  })

/** The campaigns that are still to be sent and need it, by id. One read unit. */
export async function campaignsNeeding(companyId: string, kind: Needed, id: string): Promise<string[]> {
  const item = await getItem(needsKey(companyId, kind, id), true)
  return [...((item?.ids as Set<string> | undefined) ?? [])]
}

/**
 * The writes by which a campaign becomes `after`: a new one, or one that takes the place of `before` as long as nobody else changed
 * it. The first is labelled `campaign`.
 */
export function campaignWrites(after: CampaignRow, before?: CampaignRow): Write[] {
  const { companyId, id, version, ...content } = after
  const Item = {
    ...keyOf(companyId, id),
    gsi1pk: allOf(companyId),
    gsi1sk: id,
    version,
    row: JSON.stringify(content),
  }
  return [put('campaign', { TableName: tableName(), Item, ...whileAt(before) }), ...needWrites(before, after)]
}

/** A condition, labelled `campaign`: nobody changed or deleted it since it was read. Two write units. */
export const whileCampaignIs = ({ companyId, id, version }: CampaignRow): Write =>
  check('campaign', {
    TableName: tableName(),
    Key: keyOf(companyId, id),
    ConditionExpression: 'version = :version',
    ExpressionAttributeValues: { ':version': version },
  })

/** A campaign to be. */
export function newCampaign(companyId: string, given: NewCampaign): CampaignRow {
  const now = Date.now()
  return {
    companyId,
    id: newId(),
    version: 1,
    reason: null,
    completedAt: null,
    createdAt: now,
    updatedAt: now,
    ...given,
  }
}

/** The row after a change. Its `updatedAt` is later than the one before even within its millisecond. */
export const changedCampaign = (before: CampaignRow, changes: CampaignChanges): CampaignRow => ({
  ...before,
  ...changes,
  version: before.version + 1,
  updatedAt: Math.max(Date.now(), before.updatedAt + 1),
})

/** Whether a write was refused since the campaign is not as it was read: `existing` is what it is now. */
export const isCampaignOutdated = (error: unknown): error is WriteRefused =>
  error instanceof WriteRefused && error.label === 'campaign'

/** Makes a campaign with what belongs to it. Throws what `NEED_MISSING` says of what is not there, and ERR_PLAN_LIMIT. */
export async function createCampaign(row: CampaignRow, writes: readonly Write[] = []): Promise<CampaignRow> {
  await transact([...campaignWrites(row), ...writes], { ...NEED_MISSING, ...MONTHLY_REFUSALS })
  return row
}

/**
 * Puts `after` in the place of `before`, with what belongs to it. Throws ERR_CONFLICT when it was changed since it was read,
 * ERR_NO_CAMPAIGN_FOUND when it is gone, and what `NEED_MISSING` says.
 */
export async function replaceCampaign(
  before: CampaignRow,
  after: CampaignRow,
  writes: readonly Write[] = [],
): Promise<CampaignRow> {
  try {
    await transact([...campaignWrites(after, before), ...writes], NEED_MISSING)
    return after
  } catch (error) {
    if (!isCampaignOutdated(error)) throw error
    throw new AppError(error.existing ? 'ERR_CONFLICT' : 'ERR_NO_CAMPAIGN_FOUND')
  }
}

/** Takes it away, with what belongs to that; its timer finds nothing then. False when it was gone already. Throws ERR_CONFLICT when it was changed since. */
export async function deleteCampaign(row: CampaignRow, writes: readonly Write[] = []): Promise<boolean> {
  try {
    await transact([
      remove('campaign', { TableName: tableName(), Key: keyOf(row.companyId, row.id), ...whileAt(row) }),
      ...needWrites(row, undefined),
      ...writes,
    ])
    return true
  } catch (error) {
    if (!isCampaignOutdated(error)) throw error
    if (error.existing) throw new AppError('ERR_CONFLICT')
    return false
  }
}

/** Half a read unit per 4 KB, 1 when consistent. */
export async function getCampaign(companyId: string, id: string, consistent = false): Promise<CampaignRow | undefined> {
  const item = await getItem(keyOf(companyId, id), consistent)
  return item && toRow(item)
}

/** As it is now. Throws ERR_NO_CAMPAIGN_FOUND. */
export async function requireCampaign(companyId: string, id: string): Promise<CampaignRow> {
  const row = await getCampaign(companyId, id, true)
  if (!row) throw new AppError('ERR_NO_CAMPAIGN_FOUND')
  return row
}

/** Behind every id. */
const BEHIND = '~'

/**
 * A page of the company's campaigns, the newest first; with `searchParam` of those that have it in their name, accents and case
 * aside. Half a read unit per 4 KB of rows. Throws ERR_INVALID_CURSOR, ERR_VALIDATION.
 */
export function pageOfCampaigns(
  companyId: string,
  { searchParam, ...options }: PageOptions & { searchParam: string },
): Promise<Page<CampaignRow>> {
  const wanted = foldName(searchParam)
  return pageOf(
    companyId,
    `campaigns|${wanted}`,
    fromQuery(position => keyQuery('gsi1', allOf(companyId), { below: (position as string | null) ?? BEHIND }), {
      attributes: ATTRIBUTES,
      toRow,
      positionOf: ({ id }) => id,
    }),
    {
      ...options,
      weigh: weightOf,
      ...(wanted ? { accept: ({ name }: CampaignRow) => foldName(name).includes(wanted), search: true } : {}),
    },
  )
}
