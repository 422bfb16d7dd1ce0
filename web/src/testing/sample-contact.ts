import type { Contact } from '@balcao/shared/entities/contact.ts'
import { newId } from '@balcao/shared/ids.ts'

/** A person on WhatsApp; `changes` say what a test is about. */
export const sampleContact = (changes: Partial<Contact> = {}): Contact => ({
  id: newId(),
  uuid: newId(),
  name: 'Maria Andrade',
  number: '5511987654321',
  profilePicUrl: null,
  email: '',
  isGroup: false,
  blocked: false,
  otherNumbers: [],
  isWhatsappValid: true,
  extraInfo: [],
  contactTags: [],
  fields: {},
  customerId: null,
  customer: null,
  whatsapp: null,
  createdAt: '2026-03-10T12:00:00.000Z',
  updatedAt: '2026-03-10T12:00:00.000Z',
  ...changes,
})
