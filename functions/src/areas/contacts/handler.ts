import { contactsArea } from '@balcao/shared/api/index.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { checkContact } from './contact/check-contact.ts'
import { createContact } from './contacts/create-contact.ts'
import { eraseContact } from './contacts/erase-contact.ts'
import { exportContacts } from './contacts/export-contacts.ts'
import { findDuplicates } from './contacts/find-duplicates.ts'
import { getContact } from './contacts/get-contact.ts'
import { importContacts } from './contacts/import-contacts.ts'
import { listContactCampaigns } from './contacts/list-contact-campaigns.ts'
import { listContactConversations } from './contacts/list-contact-conversations.ts'
import { listContactFiles } from './contacts/list-contact-files.ts'
import { listContactTickets } from './contacts/list-contact-tickets.ts'
import { listContacts, listContactsForPicker } from './contacts/list-contacts.ts'
import { listDuplicatePairs } from './contacts/list-duplicate-pairs.ts'
import { listDuplicates } from './contacts/list-duplicates.ts'
import { markDifferent } from './contacts/mark-different.ts'
import { mergeContact, unmergeContact } from './contacts/merge-contact.ts'
import { recheckContact } from './contacts/recheck-contact.ts'
import { removeContact } from './contacts/remove-contact.ts'
import { summarizeContact } from './contacts/summarize-contact.ts'
import { updateContact } from './contacts/update-contact.ts'
import { prepareContactsUpload, uploadContacts } from './contacts/upload-contacts.ts'

export const handler = areaHandler(contactsArea, {
  contacts: {
    list: listContacts,
    listAll: listContactsForPicker,
    get: getContact,
    tickets: listContactTickets,
    create: createContact,
    update: updateContact,
    check: recheckContact,
    export: exportContacts,
    import: importContacts,
    upload: uploadContacts,
    uploads: prepareContactsUpload,
    remove: removeContact,
    erase: eraseContact,
    summary: summarizeContact,
    conversations: listContactConversations,
    files: listContactFiles,
    campaigns: listContactCampaigns,
    duplicates: listDuplicates,
    different: markDifferent,
    pairs: listDuplicatePairs,
    findDuplicates,
    merge: mergeContact,
    unmerge: unmergeContact,
  },
  contact: { check: checkContact },
})
