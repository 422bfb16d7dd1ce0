import type { DuplicatePair } from '@balcao/shared/entities/contact-duplicate.ts'
import { duplicatePairs, type ListedPair } from '../../../data/contacts/duplicates.ts'
import { pageOf } from '../../../data/table/page.ts'
import { toWireContact } from '../../../data/tickets/wire.ts'
import type { Operations } from '../operations.ts'

export const listDuplicatePairs: Operations['contacts']['pairs'] = async ({ companyId }, { query }) => {
  const { rows, ...page } = await pageOf(companyId, 'duplicate-pairs', duplicatePairs(companyId), {
    ...query,
    accept: ({ contacts }) => contacts !== undefined,
  })
  const pairs = await Promise.all(rows.map(shownPair))
  return { ...page, pairs: pairs.flatMap(pair => pair ?? []) }
}

async function shownPair({ id, reasons, contacts }: ListedPair): Promise<DuplicatePair | undefined> {
  if (!contacts) return undefined
  const [first, second] = await Promise.all([toWireContact(contacts[0]), toWireContact(contacts[1])])
  return { id, reasons, contacts: [first, second] }
}
