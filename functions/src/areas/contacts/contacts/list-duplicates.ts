import { requireContact } from '../../../data/contacts/contact.ts'
import { duplicatesOf } from '../../../data/contacts/duplicates.ts'
import { toWireContact } from '../../../data/tickets/wire.ts'
import type { Operations } from '../operations.ts'

export const listDuplicates: Operations['contacts']['duplicates'] = async ({ companyId }, { params }) =>
  Promise.all(
    (await duplicatesOf(await requireContact(companyId, params.id))).map(async ({ contact, reasons }) => ({
      ...(await toWireContact(contact)),
      reasons,
    })),
  )
