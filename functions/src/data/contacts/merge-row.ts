import type { UserRef } from '@balcao/shared/entities/user.ts'
import { z } from 'zod'
import type { StoredFields } from '../fields/field-values.ts'
import { defineRow } from '../table/define-row.ts'
import { removeKeys } from '../table/remove-keys.ts'
import { check, put, type Write } from '../table/transact.ts'
import type { ContactRow, OtherIdentity } from './contact-row.ts'

/**
 * `moving`: conversations are being moved to the contact that stays; `merged`: all are;
 * `undoing`: they are being given back; `undone`: all are.
 */
export type MergeState = 'moving' | 'merged' | 'undoing' | 'undone'

/** Fields of the contact that stays which a merge may change. */
export type MergedFields = Pick<
  ContactRow,
  | 'name'
  | 'nameEdited'
  | 'number'
  | 'lid'
  | 'email'
  | 'extraInfo'
  | 'customerId'
  | 'whatsappId'
  | 'picture'
  | 'blocked'
  | 'tags'
>

/** Merge of two contacts by a user. Times are epoch milliseconds. */
export type MergeRow = {
  companyId: string
  id: string
  version: number
  state: MergeState
  /** The contact that stays. */
  contactId: string
  /** The other contact, as it was. */
  other: ContactRow
  /** Identities that the contact that stays got. */
  identities: OtherIdentity[]
  before: MergedFields
  after: MergedFields
  /** Values of custom fields that the contact that stays had. */
  fields: StoredFields
  by: UserRef
  at: number
  /** Time until which it can be undone. */
  until: number
}

/**
 * Time (ms) for which a row is kept after it can be undone no more: jobs under way still read it.
 */
const KEPT_MS = 7 * 86_400_000

const MERGES = defineRow({
  kind: 'contactMerge',
  key: { pk: '${companyId}#contact-merge#${id}', sk: 'merge' },
  content: z.object({
    companyId: z.string(),
    id: z.string(),
    version: z.number(),
    state: z.custom<MergeState>(),
    /** Other fields as one text. */
    row: z.string(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
})

const stored = ({ companyId, id, version, state, ...content }: MergeRow) => ({
  companyId,
  id,
  version,
  state,
  row: JSON.stringify(content),
  expiresAt: Math.ceil((content.until + KEPT_MS) / 1000),
})

/** Removes merges, and with them the contacts as they were. */
export const removeMerges = (companyId: string, ids: readonly string[]): Promise<void> =>
  removeKeys(ids.map(id => MERGES.key({ companyId, id })))

export async function getMerge(companyId: string, id: string): Promise<MergeRow | undefined> {
  const found = await MERGES.get({ companyId, id }, { consistent: true })
  return found && { ...JSON.parse(found.row), companyId, id, version: found.version, state: found.state }
}

/**
 * Returns a write labelled `merge`: a new row, or one that replaces `before` provided that it is
 * unchanged.
 */
export const mergeWrite = (after: MergeRow, before?: MergeRow): Write =>
  put('merge', MERGES.replace(stored(after), before))

/** Returns a condition, labelled `merge`: the merge is in this state. */
export const whileMergeIs = ({ companyId, id }: MergeRow, state: MergeState): Write =>
  check('merge', MERGES.check({ companyId, id }, { when: is => [is.equal('state', state)] }))

/** Returns the merge after a change of its state. */
export const inState = (merge: MergeRow, state: MergeState): MergeRow => ({
  ...merge,
  state,
  version: merge.version + 1,
})
