/**
 * Campaigns. They grow with the business: one row each, newest first in an index of the company. A
 * change replaces exactly the version that was read. The state of the recipients is in rows of
 * their own, so that sending and editing do not conflict. Each resource that a campaign needs until
 * it is done (its connection, its audience, its files) has a row with the ids of the campaigns that
 * need it. That row is written in the campaign's own transaction, which also requires that the
 * resource exists; a transaction that deletes a resource requires that no campaign needs it, so of
 * the two one comes first.
 */
import type { Campaign, CampaignStatus } from '@balcao/shared/entities/campaign.ts'
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import type { KeptMedia } from '@balcao/shared/rules/inbound/pipeline.ts'
import { z } from 'zod'
import { whatsappExists } from '../channels/whatsapp.ts'
import { MONTHLY_REFUSALS } from '../company/monthly-use.ts'
import { defineRow } from '../table/define-row.ts'
import { normalizeName } from '../table/normalize.ts'
import { definePackedRow, unchanged } from '../table/packed-row.ts'
import { fromQuery, type Page, type PageOptions, pageOf, type Source, weightOf } from '../table/page.ts'
import { rowExists } from '../table/small-list.ts'
import { check, put, type Refusals, remove, transact, update, type Write, WriteConflict } from '../table/transact.ts'

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

/** Fields of an official number's campaign, in place of the texts. */
export const TEMPLATE_FIELDS = [
  'templateId',
  'templateVariables',
  'confirmationTemplateId',
  'confirmationTemplateVariables',
] as const

/** Values of these fields in a campaign of texts. */
export const NO_TEMPLATES = {
  templateId: null,
  templateVariables: {},
  confirmationTemplateId: null,
  confirmationTemplateVariables: {},
}

/** Campaign as the server stores it. Times are epoch milliseconds. */
export type CampaignRow = Texts &
  Pick<Campaign, 'name' | 'confirmation' | 'whatsappId' | 'contactListId' | 'tagListId' | 'fileListId'> &
  Pick<Campaign, (typeof TEMPLATE_FIELDS)[number]> & {
    companyId: string
    id: string
    version: number
    status: CampaignStatus
    /** Reason why the campaign was stopped, unless a user stopped it. */
    reason: ErrorCode | null
    scheduledAt: number | null
    completedAt: number | null
    media: KeptMedia | null
    /** Import and source id of a campaign of another system (imports/imported-row.ts). */
    importedFrom?: string
    createdAt: number
    updatedAt: number
  }

type TemplateFields = Pick<CampaignRow, (typeof TEMPLATE_FIELDS)[number]>

export type NewCampaign = Omit<
  CampaignRow,
  'companyId' | 'id' | 'version' | 'reason' | 'completedAt' | 'createdAt' | 'updatedAt' | keyof TemplateFields
> &
  Partial<TemplateFields>
export type CampaignChanges = Partial<Omit<CampaignRow, 'companyId' | 'id' | 'version' | 'createdAt' | 'updatedAt'>>

const CAMPAIGNS = definePackedRow({
  kind: 'campaign',
  key: { pk: '${companyId}#campaign#${id}', sk: 'campaign' },
  indexes: { gsi1: { pk: '${companyId}#campaigns', sk: '${id}' } },
  content: z.custom<CampaignRow>(),
  defaults: { reason: null, ...NO_TEMPLATES },
})

/** Resources that a campaign needs: rows of these lists, by the word for a row of each. */
export const NEEDS = {
  whatsapp: 'whatsappId',
  contactList: 'contactListId',
  tag: 'tagListId',
  file: 'fileListId',
} as const
export type Needed = keyof typeof NEEDS

const KINDS = Object.keys(NEEDS) as Needed[]

/** Error codes for missing resources. */
export const NEED_MISSING = {
  whatsapp: 'ERR_NO_WAPP_FOUND',
  contactList: 'ERR_NO_CONTACT_LIST_FOUND',
  tag: 'ERR_NO_TAG_FOUND',
  file: 'ERR_NO_FILE_LIST_FOUND',
} as const satisfies Refusals

const NEEDS_ROWS = defineRow({
  kind: 'campaignNeed',
  key: { pk: '${companyId}#campaign-needs', sk: '${kind}#${id}' },
  content: z.object({
    companyId: z.string(),
    kind: z.custom<Needed>(),
    /** Id of the resource. */
    id: z.string(),
    /** Ids of the campaigns that need it; absent if there are none. */
    ids: z.set(z.string()).optional(),
  }),
  keyOnly: ['companyId', 'kind', 'id'],
  unmarked: true,
})

/**
 * Returns whether a campaign may still send: a stopped one may be restarted, a draft may be
 * scheduled.
 */
const isToBeSent = ({ status }: CampaignRow): boolean => status !== 'FINALIZADA'

const needExists = (companyId: string, kind: Needed, id: string): Write =>
  kind === 'whatsapp' ? whatsappExists(companyId, id) : rowExists(companyId, kind, id)

const neededBy = (row: CampaignRow | undefined, kind: Needed): string | null =>
  row && isToBeSent(row) ? row[NEEDS[kind]] : null

const countNeed = (row: CampaignRow, kind: Needed, id: string, verb: 'add' | 'take'): Write =>
  update(
    'campaignNeed',
    NEEDS_ROWS.upsert({ companyId: row.companyId, kind, id }, { [verb]: { ids: new Set([row.id]) } }),
  )

/**
 * Returns the writes that follow a campaign's resources. Resources it newly needs must exist: each
 * such condition is labelled with the word for the row (`NEED_MISSING` has the error of its
 * refusal).
 */
function needWrites(before: CampaignRow | undefined, after: CampaignRow | undefined): Write[] {
  const row = after ?? before
  if (!row) return []
  return KINDS.flatMap(kind => {
    const [from, to] = [neededBy(before, kind), neededBy(after, kind)]
    if (from === to) return []
    return [
      ...(from === null ? [] : [countNeed(row, kind, from, 'take')]),
      ...(to === null ? [] : [needExists(row.companyId, kind, to), countNeed(row, kind, to, 'add')]),
    ]
  })
}

/**
 * Returns a condition, labelled `campaignNeed`, for the transaction that deletes a connection, a
 * contact list, a tag or a file list: no campaign that may still send needs it.
 */
export const unneededByCampaigns = (companyId: string, kind: Needed, id: string): Write =>
  check('campaignNeed', NEEDS_ROWS.check({ companyId, kind, id }, { when: is => [is.absent('ids')] }))

/**
 * Returns the ids of the campaigns that may still send and need the resource. Costs one read unit.
 */
export async function campaignsNeeding(companyId: string, kind: Needed, id: string): Promise<string[]> {
  const row = await NEEDS_ROWS.get({ companyId, kind, id }, { consistent: true })
  return [...(row?.ids ?? [])]
}

/**
 * Returns the writes that store a campaign: a new one, or one that replaces `before` provided that
 * it is unchanged. The first is labelled `campaign`.
 */
export const campaignWrites = (after: CampaignRow, before?: CampaignRow): Write[] => [
  put('campaign', CAMPAIGNS.replace(after, before)),
  ...needWrites(before, after),
]

/**
 * Returns the write, labelled `campaign`, that gives a campaign a file of its import, or takes it;
 * refused if it was changed since it was read. Version and times stay.
 */
export const campaignFileWrite = (row: CampaignRow, media: KeptMedia | null): Write =>
  put('campaign', CAMPAIGNS.put({ ...row, media }, { when: unchanged(row) }))

/**
 * Returns a condition, labelled `campaign`: the campaign was neither changed nor deleted since it
 * was read. Costs two write units.
 */
export const whileCampaignIs = (row: CampaignRow): Write =>
  check('campaign', CAMPAIGNS.check(row, { when: unchanged(row) }))

/** Returns a new campaign that is not stored yet. */
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
    ...NO_TEMPLATES,
    ...given,
  }
}

/**
 * Returns the row after a change. Its `updatedAt` is later than the previous one, even within its
 * millisecond.
 */
export const changedCampaign = (before: CampaignRow, changes: CampaignChanges): CampaignRow => ({
  ...before,
  ...changes,
  version: before.version + 1,
  updatedAt: Math.max(Date.now(), before.updatedAt + 1),
})

/**
 * Returns whether a write was refused because the campaign changed since it was read: `existing` is
 * its current row.
 */
export const isCampaignOutdated = (error: unknown): error is WriteConflict =>
  error instanceof WriteConflict && error.label === 'campaign'

/**
 * Creates a campaign together with `writes`. Throws the errors of `NEED_MISSING` for missing
 * resources, and ERR_PLAN_LIMIT.
 */
export async function createCampaign(row: CampaignRow, writes: readonly Write[] = []): Promise<CampaignRow> {
  await transact([...campaignWrites(row), ...writes], { ...NEED_MISSING, ...MONTHLY_REFUSALS })
  return row
}

/**
 * Replaces `before` by `after` together with `writes`. Throws ERR_CONFLICT if the campaign was
 * changed since it was read, ERR_NO_CAMPAIGN_FOUND if it was deleted, and the errors of
 * `NEED_MISSING`.
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

/**
 * Deletes a campaign together with `writes`; its timer then has no effect. Returns false if it was
 * already deleted. Throws ERR_CONFLICT if it was changed since.
 */
export async function deleteCampaign(row: CampaignRow, writes: readonly Write[] = []): Promise<boolean> {
  try {
    await transact([
      remove('campaign', CAMPAIGNS.delete(row, { when: unchanged(row) })),
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

/** Reads a campaign. Costs half a read unit per 4 KB, or 1 if consistent. */
export const getCampaign = (companyId: string, id: string, consistent = false): Promise<CampaignRow | undefined> =>
  CAMPAIGNS.get({ companyId, id }, { consistent })

/** Reads a campaign consistently. Throws ERR_NO_CAMPAIGN_FOUND. */
export async function requireCampaign(companyId: string, id: string): Promise<CampaignRow> {
  const row = await getCampaign(companyId, id, true)
  if (!row) throw new AppError('ERR_NO_CAMPAIGN_FOUND')
  return row
}

/** Sort key after every id. */
const BEHIND = '~'

/** Returns the source of the company's campaigns, newest first. */
export const campaignsNewestFirst = (companyId: string): Source<CampaignRow> =>
  fromQuery(position => CAMPAIGNS.queryIndex('gsi1', { companyId }, { below: (position as string | null) ?? BEHIND }), {
    attributes: CAMPAIGNS.attributes,
    toRow: CAMPAIGNS.parse,
    positionOf: ({ id }) => id,
  })

/**
 * Reads a page of the company's campaigns, newest first; with `searchParam` only those with it in
 * their name, ignoring accents and case. Costs half a read unit per 4 KB of rows. Throws
 * ERR_INVALID_CURSOR, ERR_VALIDATION.
 */
export function pageOfCampaigns(
  companyId: string,
  { searchParam, ...options }: PageOptions & { searchParam: string },
): Promise<Page<CampaignRow>> {
  const wanted = normalizeName(searchParam)
  return pageOf(companyId, `campaigns|${wanted}`, campaignsNewestFirst(companyId), {
    ...options,
    weigh: weightOf,
    ...(wanted ? { accept: ({ name }: CampaignRow) => normalizeName(name).includes(wanted), search: true } : {}),
  })
}
