import { AppError } from '@balcao/shared/errors.ts'
import { dayRange } from '@balcao/shared/rules/day-range.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { pageOfContacts, pickContacts } from '../../../data/contacts/contact.ts'
import { fieldFilters } from '../../../data/fields/field-filters.ts'
import { contactOfTicket } from '../../../data/tickets/ticket-row.ts'
import { toWireContact, toWireContactRef } from '../../../data/tickets/wire.ts'
import { searchOf } from '../../../http/hidden-search.ts'
import type { Operations } from '../operations.ts'

type Query = Parameters<Operations['contacts']['list']>[1]['query']

export const listContacts: Operations['contacts']['list'] = async (ctx, { query }) => {
  const { companyId } = ctx
  const { cursor, pageNumber, limit, sort } = query
  const { text: searchParam, accept } = await searchOf(ctx, query.searchParam)
  if (searchParam === null) return { contacts: [], count: 0, hasMore: false, nextCursor: null }
  const created = await rangeOf(companyId, query)
  const fields = query.fields && (await fieldFilters(companyId, 'contact', query.fields))
  const tags = query.contactTags
  const options = { searchParam, cursor, pageNumber, limit, created, fields, tags, descending: sort === '-name' }
  const { rows, ...page } = await pageOfContacts(companyId, options)
  return { ...page, contacts: await Promise.all(rows.filter(accept).map(toWireContact)) }
}

/** Returns the range of creation, one day or from a day to another, in the company's time zone. */
async function rangeOf(companyId: string, { date, dateStart, dateEnd }: Query) {
  const first = date ?? dateStart
  const last = date ?? dateEnd
  if (!first && !last) return undefined
  if (first && last && first > last)
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'dateEnd', code: 'before_start', other: 'dateStart' }] })
  const { timezone } = await getSettings(companyId)
  return dayRange(first ?? '1970-01-02', last ?? '9999-12-30', timezone)
}

const PICKER_ROWS = 20

export const listContactsForPicker: Operations['contacts']['listAll'] = async (ctx, { query }) => {
  const { text, accept } = await searchOf(ctx, query.name)
  const rows = text === null ? [] : await pickContacts(ctx.companyId, text, PICKER_ROWS)
  return Promise.all(rows.filter(accept).map(row => toWireContactRef(contactOfTicket(row))))
}
