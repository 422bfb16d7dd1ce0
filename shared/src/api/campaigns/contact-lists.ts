import { z } from 'zod'
import { emailOrEmptyOf, Id, IdParams, listQuery, Name, page } from '../../api-contract/fields.ts'
import { fileFormat } from '../../api-contract/list-export.ts'
import { uploadRoute } from '../../api-contract/prepared-upload.ts'
import { route } from '../../api-contract/route.ts'
import { rowLists, rowRoutes } from '../../api-contract/row-routes.ts'
import { sheetUpload } from '../../api-contract/sheet-upload.ts'
import { ContactList, ContactListItem } from '../../entities/contact-list.ts'
import { SHEET_LIMIT } from '../../media.ts'
import { ContactNumber } from '../contacts/contacts.ts'

const rights = { read: 'admin', change: 'admin', plan: 'useCampaigns' } as const
const common = { access: 'admin', plan: 'useCampaigns' } as const

const begun = { response: z.object({ jobId: Id }), status: 202 } as const

const rows = rowRoutes({
  ...rights,
  path: '/contact-lists',
  one: 'a contact list; its items go with it',
  audit: 'contactList',
  row: ContactList,
  fields: { name: Name },
  missing: 'ERR_NO_CONTACT_LIST_FOUND',
  refusals: ['ERR_CONTACT_LIST_NAME_ALREADY_EXISTS', 'ERR_CONTACT_LIST_IN_USE'],
})

export const contactLists = {
  ...rowLists({ ...rights, path: '/contact-lists', field: 'records', row: ContactList }),
  ...rows,
  remove: route({
    ...rows.remove,
    summary: 'Delete a contact list with its items; refused while a campaign is to go to it',
    errors: [...rows.remove.errors, 'ERR_CONTACT_LIST_IN_USE'],
  }),
  /**
   * Imports a sheet. Columns are recognised by their names in three languages; rows that could not
   * be imported stand in the job's problems.
   */
  upload: route({
    ...common,
    ...sheetUpload('/contact-lists/{id}/uploads'),
    method: 'POST',
    path: '/contact-lists/{id}/upload',
    audit: 'contactList.import',
    summary:
      'Put the rows of a sheet (.xlsx, .csv, .xls) into a contact list, as a job; who is in it already is brought up to date',
    params: IdParams,
    errors: [
      'ERR_NO_CONTACT_LIST_FOUND',
      'ERR_UPLOAD_MISSING',
      'ERR_UPLOAD_TOO_LARGE',
      'ERR_UPLOAD_TYPE',
      'ERR_SHEET_UNREADABLE',
    ],
  }),
  uploads: uploadRoute({
    ...common,
    path: '/contact-lists/{id}/uploads',
    summary: 'Prepare the upload of a sheet that is too large for a call',
    params: IdParams,
    most: SHEET_LIMIT,
    errors: ['ERR_NO_CONTACT_LIST_FOUND'],
  }),
  export: route({
    ...common,
    ...begun,
    method: 'POST',
    path: '/contact-lists/{id}/export',
    audit: 'contactList.export',
    summary: 'Export the items of a contact list as CSV or for Excel, as a job',
    params: IdParams,
    body: z.object(fileFormat),
    errors: ['ERR_NO_CONTACT_LIST_FOUND'],
  }),
  /** Starts a check, or answers the one that is under way. */
  check: route({
    ...common,
    ...begun,
    method: 'POST',
    path: '/contact-lists/{id}/check',
    summary: 'Ask WhatsApp which items of a contact list have an account, as a job',
    params: IdParams,
    body: z.object({
      whatsappId: Id.describe(
        'Over which connection; without it the default one, else any that is CONNECTED',
      ).optional(),
      anew: z
        .boolean()
        .default(false)
        .describe('Ask about those without a known account alone, also where a check failed less than a day ago'),
    }),
    errors: [
      ...(['ERR_NO_CONTACT_LIST_FOUND', 'ERR_NO_WAPP_FOUND'] as const),
      ...(['ERR_NO_DEF_WAPP_FOUND', 'ERR_WAPP_NOT_INITIALIZED'] as const),
    ],
  }),
}

const email = emailOrEmptyOf('contactListItem.email')

const fields = {
  name: Name,
  number: ContactNumber,
  email: email.default(''),
}

const items = rowRoutes({
  ...rights,
  path: '/contact-list-items',
  one: 'an item of a contact list',
  row: ContactListItem,
  fields: { ...fields, contactListId: Id },
  missing: 'ERR_NO_CONTACT_LIST_ITEM_FOUND',
  refusals: ['ERR_NO_CONTACT_LIST_FOUND', 'ERR_CONTACT_LIST_ITEM_ALREADY_EXISTS'],
})

export const contactListItems = {
  ...items,
  remove: route({ ...items.remove, audit: 'contactListItem.delete' }),
  list: route({
    ...common,
    method: 'GET',
    path: '/contact-list-items',
    summary: 'Items of a contact list, by name; with `searchParam` those whose name or number begins with it',
    query: z.object({ ...listQuery, contactListId: Id }),
    response: z.object({ records: z.array(ContactListItem), count: z.number().int(), ...page }),
    errors: ['ERR_NO_CONTACT_LIST_FOUND', 'ERR_INVALID_CURSOR'],
  }),
  /**
   * Checks over the default connection, else any that is CONNECTED. A number that had no account a
   * minute ago is not checked again.
   */
  check: route({
    ...common,
    method: 'POST',
    path: '/contact-list-items/{id}/check',
    summary: 'Ask WhatsApp again whether the number of an item has an account',
    params: IdParams,
    response: ContactListItem,
    errors: ['ERR_NO_CONTACT_LIST_ITEM_FOUND', 'ERR_WAPP_NOT_INITIALIZED', 'ERR_WAPP_CHECK_CONTACT'],
  }),
  /** Changes an item; it stays in its list. */
  update: route({
    ...items.update,
    body: z.object({ name: Name, number: ContactNumber, email }).partial(),
  }),
}
