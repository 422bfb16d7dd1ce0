import { z } from 'zod'
import { bytesOf } from '../../api-contract/bytes.ts'
import {
  byName,
  Day,
  emailOrEmptyOf,
  Id,
  IdParams,
  listQuery,
  nameOf,
  page,
  plainListQuery,
  QueryIds,
} from '../../api-contract/fields.ts'
import { fileFormat, selectedRows } from '../../api-contract/list-export.ts'
import { uploadRoute } from '../../api-contract/prepared-upload.ts'
import { route } from '../../api-contract/route.ts'
import { sheetUpload } from '../../api-contract/sheet-upload.ts'
import { Contact, ContactRef, MAX_CONTACT_TAGS } from '../../entities/contact.ts'
import { ContactDuplicate, DuplicatePair } from '../../entities/contact-duplicate.ts'
import { ContactCampaign, ContactFile, ContactSummary } from '../../entities/contact-page.ts'
import { FieldChanges, QueryFields } from '../../entities/custom-field.ts'
import { Ticket } from '../../entities/ticket.ts'
import { SHEET_LIMIT } from '../../media.ts'
import { normalizeNumber } from '../../rules/phone-number.ts'
import { codeMessage } from '../../validation/field-message.ts'
import type { WordedField } from '../../validation/field-texts.ts'

/**
 * Returns the schema of a number: digits with country code; punctuation is dropped. Where the digits
 * alone would be a Brazilian number without its code, a `+` stays: +51 is Peru, 51 Porto Alegre.
 */
const numberOf = (field?: WordedField) =>
  z
    .string(field)
    .refine(text => !text.includes('•'), codeMessage('masked_number'))
    .transform(text => {
      const digits = text.replace(/\D/g, '')
      return text.trim().startsWith('+') && normalizeNumber(digits) !== digits ? `+${digits}` : digits
    })
    .pipe(z.string().min(8, field).max(50, field))

export const ContactNumber = numberOf()

const name = nameOf('contact.name')
const number = numberOf('contact.number')
const email = emailOrEmptyOf('contact.email')

/**
 * Maximum bytes of additional information. A contact's row is copied to each of its about twenty
 * search items, and all of them must fit into one transaction.
 */
export const EXTRA_INFO_BYTES = 16_384

const ExtraInfos = z
  .array(z.object({ name: z.string().trim().min(1).max(100), value: z.string().max(1000) }))
  .max(50)
  .refine(list => bytesOf(list) <= EXTRA_INFO_BYTES, {
    error: codeMessage('too_long'),
    params: { maximum: EXTRA_INFO_BYTES },
  })
  .describe(`At most ${EXTRA_INFO_BYTES} bytes in all, as JSON in UTF-8`)

const ContactTags = z
  .array(z.union([Id, z.object({ id: Id }).transform(tag => tag.id)]))
  .max(MAX_CONTACT_TAGS)
  .describe('Tags of the contact itself, which stay when its tickets end: exactly these')

export const ContactBody = z.object({
  name,
  number,
  email: email.default(''),
  extraInfo: ExtraInfos.default([]),
  fields: FieldChanges.default({}),
  contactTags: ContactTags.default([]),
})

export const ContactChanges = z
  .object({
    name,
    number,
    email,
    extraInfo: ExtraInfos,
    fields: FieldChanges,
    contactTags: ContactTags,
    /** Customer for whom the contact writes; null unlinks it. */
    customerId: Id.nullable(),
    /** True: nothing is taken from the contact any more, and nothing sent to it. */
    blocked: z.boolean(),
  })
  .partial()

export const contacts = {
  list: route({
    method: 'GET',
    path: '/contacts',
    summary: 'Contacts, by name; with `searchParam` those it finds',
    access: 'user',
    query: z.object({
      ...listQuery,
      date: Day.optional(),
      dateStart: Day.optional(),
      dateEnd: Day.optional(),
      fields: QueryFields.optional(),
      contactTags: QueryIds.describe('Contacts that have each of these tags themselves, newest first').optional(),
      sort: byName,
    }),
    response: z.object({ contacts: z.array(Contact), count: z.number().int(), ...page }),
    errors: ['ERR_INVALID_CURSOR', 'ERR_NO_FIELD_FOUND', 'ERR_FIELD_NOT_FILTERABLE'],
  }),
  /** Rows for pickers: at most 20 that match. */
  listAll: route({
    method: 'GET',
    path: '/contacts/list',
    summary: 'A few contacts for a picker',
    access: 'user',
    query: z.object({ name: z.string().max(200).default('') }),
    response: z.array(ContactRef),
  }),
  get: route({
    method: 'GET',
    path: '/contacts/{id}',
    summary: 'A contact',
    access: 'user',
    params: IdParams,
    response: Contact,
    errors: ['ERR_NO_CONTACT_FOUND'],
  }),
  /** Past and present tickets of a contact that the caller may see, newest first. */
  tickets: route({
    method: 'GET',
    path: '/contacts/{id}/tickets',
    summary: 'Tickets of a contact',
    access: 'user',
    params: IdParams,
    query: z.object(plainListQuery),
    response: z.array(Ticket),
    errors: ['ERR_NO_CONTACT_FOUND'],
  }),
  create: route({
    method: 'POST',
    path: '/contacts',
    summary: 'Create a contact',
    access: 'user',
    body: ContactBody,
    response: Contact,
    status: 201,
    errors: ['ERR_DUPLICATED_CONTACT', 'ERR_WAPP_INVALID_CONTACT', 'ERR_NO_FIELD_FOUND', 'ERR_NO_TAG_FOUND'],
  }),
  update: route({
    method: 'PUT',
    path: '/contacts/{id}',
    summary: 'Change a contact; one with a live ticket that the caller may not see is refused',
    access: 'user',
    audit: 'contact.update',
    params: IdParams,
    body: ContactChanges,
    response: Contact,
    errors: [
      ...(['ERR_NO_CONTACT_FOUND', 'ERR_DUPLICATED_CONTACT', 'ERR_WAPP_INVALID_CONTACT'] as const),
      ...(['ERR_NO_CUSTOMER_FOUND', 'ERR_CUSTOMER_CONTACT_LIMIT', 'ERR_NO_PERMISSION', 'ERR_NO_FIELD_FOUND'] as const),
      'ERR_NO_TAG_FOUND',
    ],
  }),
  /**
   * Checks over the default connection, else any that is CONNECTED. A number that had no account a
   * minute ago is not checked again.
   */
  check: route({
    method: 'POST',
    path: '/contacts/{id}/check',
    summary: 'Ask WhatsApp again whether the number of a contact has an account',
    access: 'user',
    params: IdParams,
    response: Contact,
    errors: [
      ...(['ERR_NO_CONTACT_FOUND', 'ERR_NO_PERMISSION'] as const),
      ...(['ERR_CHANNEL_UNSUPPORTED', 'ERR_WAPP_NOT_INITIALIZED', 'ERR_WAPP_CHECK_CONTACT'] as const),
    ],
  }),
  /**
   * Exports the persons (name, number, email) in a job. While the caller's same
   * one is under way, it is answered.
   */
  export: route({
    method: 'POST',
    path: '/contacts/export',
    summary: 'Export the contacts, or some of them, as CSV or for Excel, as a job',
    access: 'supervisor',
    audit: 'contact.export',
    body: z.object({ ...fileFormat, ...selectedRows }),
    response: z.object({ jobId: Id }),
    status: 202,
  }),
  upload: route({
    ...sheetUpload('/contacts/uploads'),
    method: 'POST',
    path: '/contacts/upload',
    summary:
      'Make contacts of the rows of a sheet (.xlsx, .csv, .xls), as a job; who is one already is brought up to date',
    access: 'supervisor',
    audit: 'contact.import',
    errors: ['ERR_UPLOAD_MISSING', 'ERR_UPLOAD_TOO_LARGE', 'ERR_SHEET_UNREADABLE'],
  }),
  uploads: uploadRoute({
    path: '/contacts/uploads',
    summary: 'Prepare the upload of a sheet that is too large for a call',
    access: 'supervisor',
    most: SHEET_LIMIT,
    errors: [],
  }),
  /**
   * Imports names and numbers that the phone of a connection shared when it was linked, and since.
   * A name that somebody edited stays.
   */
  import: route({
    method: 'POST',
    path: '/contacts/import',
    summary: 'Make contacts of the address book of a connected phone, as a job; while one is under way it is that one',
    access: 'supervisor',
    audit: 'contact.import',
    body: z.object({
      whatsappId: Id.describe(
        'Whose phone; without it that of the default connection, else of any that is CONNECTED',
      ).optional(),
    }),
    response: z.object({ jobId: Id }),
    status: 202,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_NO_DEF_WAPP_FOUND', 'ERR_WAPP_NOT_INITIALIZED'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/contacts/{id}',
    summary: 'Delete a contact with its closed tickets; refused while one is live',
    access: 'admin',
    audit: 'contact.delete',
    params: IdParams,
    errors: ['ERR_CONTACT_HAS_TICKET'],
  }),
  summary: route({
    method: 'GET',
    path: '/contacts/{id}/summary',
    summary: 'Last message, connections and tags of the latest conversations with a contact that the caller may see',
    access: 'user',
    params: IdParams,
    response: ContactSummary,
    errors: ['ERR_NO_CONTACT_FOUND'],
  }),
  conversations: route({
    method: 'GET',
    path: '/contacts/{id}/conversations',
    summary: 'Tickets of a contact that the caller may see, newest first, page by page',
    access: 'user',
    params: IdParams,
    query: z.object({ cursor: listQuery.cursor, limit: listQuery.limit }),
    response: z.object({ tickets: z.array(Ticket), ...page }),
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_INVALID_CURSOR'],
  }),
  /** A page may have fewer files than asked for, even none, and continue. */
  files: route({
    method: 'GET',
    path: '/contacts/{id}/files',
    summary: 'Files in the conversations with a contact that the caller may see, newest conversation first',
    access: 'user',
    params: IdParams,
    query: z.object({ cursor: listQuery.cursor, limit: listQuery.limit }),
    response: z.object({ files: z.array(ContactFile), ...page }),
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_INVALID_CURSOR'],
  }),
  /** A page may have fewer campaigns than asked for, even none, and continue. */
  campaigns: route({
    method: 'GET',
    path: '/contacts/{id}/campaigns',
    summary: 'Campaigns that a contact is a recipient of, newest first',
    access: 'admin',
    plan: 'useCampaigns',
    params: IdParams,
    query: z.object({ cursor: listQuery.cursor, limit: listQuery.limit }),
    response: z.object({ campaigns: z.array(ContactCampaign), ...page }),
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_INVALID_CURSOR'],
  }),
  duplicates: route({
    method: 'GET',
    path: '/contacts/{id}/duplicates',
    summary: 'Contacts that may be the same person, by the end of the number, the e-mail, or the CPF',
    access: 'user',
    params: IdParams,
    response: z.array(ContactDuplicate),
    errors: ['ERR_NO_CONTACT_FOUND'],
  }),
  different: route({
    method: 'POST',
    path: '/contacts/{id}/different',
    summary: 'Note that another contact is not the same person: it is not suggested again',
    access: 'user',
    params: IdParams,
    body: z.object({ contactId: Id }),
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_NO_PERMISSION'],
  }),
  pairs: route({
    method: 'GET',
    path: '/contacts/duplicates',
    summary: 'Pairs of contacts that may be the same person, as the last search found them',
    access: 'admin',
    query: z.object({ cursor: listQuery.cursor, limit: listQuery.limit }),
    response: z.object({ pairs: z.array(DuplicatePair), ...page }),
    errors: ['ERR_INVALID_CURSOR'],
  }),
  findDuplicates: route({
    method: 'POST',
    path: '/contacts/duplicates',
    summary: 'Look for contacts that may be the same person, as a job; while one is under way it is that one',
    access: 'admin',
    response: z.object({ jobId: Id }),
    status: 202,
  }),
  /**
   * One keeps everything: the other contact's conversations, notes and scheduled messages; whoever
   * writes from its number meets the contact that stays, and is answered there.
   */
  merge: route({
    method: 'POST',
    path: '/contacts/{id}/merge',
    summary: 'Merge another contact into this one, which keeps everything; for a day it can be undone',
    access: 'user',
    audit: 'contact.merge',
    params: IdParams,
    body: z.object({ contactId: Id.describe('The contact that goes into this one') }),
    response: Contact,
    errors: [
      ...(['ERR_NO_CONTACT_FOUND', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'] as const),
      ...(['ERR_CONTACT_MERGE_KIND', 'ERR_CONTACT_MERGE_UNDER_WAY', 'ERR_CONTACT_MERGE_LIMIT'] as const),
    ],
  }),
  unmerge: route({
    method: 'DELETE',
    path: '/contacts/{id}/merge',
    summary: 'Undo the latest merge into this contact, within a day: the other one is back with what was its own',
    access: 'user',
    audit: 'contact.unmerge',
    params: IdParams,
    response: Contact.extend({ restored: Id.describe('The contact that is back') }),
    status: 200,
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_NO_PERMISSION', 'ERR_CONTACT_NOT_MERGED', 'ERR_CONFLICT'],
  }),
  /** Erases all data of the person except what is counted; a live ticket does not prevent it. */
  erase: route({
    method: 'POST',
    path: '/contacts/{id}/erase',
    summary: 'Erase everything of a person, as a job; while one is under way it is that one',
    access: 'admin',
    params: IdParams,
    body: z.object({
      confirmation: z.string().max(200).describe('The number of the contact; its name where no number is known'),
    }),
    response: z.object({ jobId: Id }),
    status: 202,
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_CONFIRMATION_MISMATCH'],
    audit: 'contact.erase',
  }),
}

export const contact = {
  check: route({
    method: 'GET',
    path: '/contact',
    summary: 'Check whether a number is a contact already, and whether WhatsApp knows it',
    access: 'user',
    query: z.object({
      number: ContactNumber,
      name: z.string().max(200).optional(),
      email: z.string().max(254).optional(),
    }),
    response: z.object({
      alreadyExists: z.boolean(),
      existingContact: Contact.nullable(),
      /** True if WhatsApp answered that the number has no account. */
      invalido: z.boolean(),
    }),
  }),
}
