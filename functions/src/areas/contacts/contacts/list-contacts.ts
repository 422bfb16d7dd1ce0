import { dayRange } from '@balcao/shared/rules/day-range.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { pageOfContacts, pickContacts } from '../../../data/contacts/contact.ts'
import { contactOfTicket } from '../../../data/tickets/ticket-row.ts'
import { toWireContact, toWireContactRef } from '../../../data/tickets/wire.ts'
import type { Operations } from '../operations.ts'

type Query = Parameters<Operations['contacts']['list']>[1]['query']

export const listContacts: Operations['contacts']['list'] = async ({ companyId }, { query }) => {
  const { searchParam, cursor, pageNumber, limit, sort } = query
  const created = await rangeOf(companyId, query)
  const options = { searchParam, cursor, pageNumber, limit, created, descending: sort === '-name' }
  const { rows, ...page } = await pageOfContacts(companyId, options)
  return { ...page, contacts: await Promise.all(rows.map(toWireContact)) }
}

/** Returns the range of creation, one day or from a day to another, in the company's time zone. */
async function rangeOf(companyId: string, { date, dateStart, dateEnd }: Query) {
  const first = date ?? dateStart
  const last = date ?? dateEnd
  if (!first && !last) return undefined
  const { timezone } = await getSettings(companyId)
  return dayRange(first ?? '1970-01-02', last ?? '9999-12-30', timezone)
}

const PICKER_ROWS = 20

export const listContactsForPicker: Operations['contacts']['listAll'] = async ({ companyId }, { query }) =>
  Promise.all(
    (await pickContacts(companyId, query.name, PICKER_ROWS)).map(row => toWireContactRef(contactOfTicket(row))),
  )
