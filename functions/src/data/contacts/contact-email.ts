import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { queryItems } from '../table/query-items.ts'
import { put, remove, type Write } from '../table/transact.ts'

/** Contacts by their e-mail; only of those that have one. */
const CONTACT_EMAILS = defineRow({
  kind: 'contactEmail',
  key: { pk: '${companyId}#contact-email#${email}', sk: '${contactId}' },
  content: z.object({ companyId: z.string(), email: z.string(), contactId: z.string() }),
})

type WithEmail = { companyId: string; id: string; email: string }

const emailOf = (row: Pick<WithEmail, 'email'> | undefined): string => row?.email.trim().toLowerCase() ?? ''

/** Returns the writes that keep a contact findable by its e-mail; none if that stays. */
export function emailWrites(before: WithEmail | undefined, after: WithEmail | undefined): Write[] {
  const [had, has] = [emailOf(before), emailOf(after)]
  const { companyId, id: contactId } = (after ?? before)!
  if (had === has) return []
  return [
    ...(had ? [remove('contactEmail', CONTACT_EMAILS.delete({ companyId, email: had, contactId }))] : []),
    ...(has ? [put('contactEmail', CONTACT_EMAILS.put({ companyId, email: has, contactId }))] : []),
  ]
}

/** Returns the write that makes a contact from before this kind of row findable by its e-mail. */
export const emailWrite = (row: WithEmail): Write[] => emailWrites({ ...row, email: '' }, row)

/** Returns the ids of the first contacts with an e-mail. Costs half a read unit. */
export async function contactsByEmail(companyId: string, email: string, limit: number): Promise<string[]> {
  const key = emailOf({ email })
  if (!key) return []
  const query = CONTACT_EMAILS.query({ companyId, email: key })
  const { items } = await queryItems<{ contactId: string }>(query, limit, { attributes: ['contactId'] })
  return items.map(({ contactId }) => contactId)
}
