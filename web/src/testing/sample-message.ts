import type { Message } from '@balcao/shared/entities/message.ts'
import { newId } from '@balcao/shared/ids.ts'

/** A contact's text with nothing special about it; `changes` say what a test is about. */
export const sampleMessage = (changes: Partial<Message> = {}): Message => ({
  id: newId(),
  ticketId: newId(),
  contactId: newId(),
  body: 'oi',
  fromMe: false,
  read: false,
  ack: 0,
  mediaType: 'chat',
  mediaUrl: null,
  media: null,
  location: null,
  vcards: [],
  call: null,
  quotedMsg: null,
  reactions: [],
  isDeleted: false,
  isEdited: false,
  earlierBodies: [],
  error: null,
  contact: { id: null, name: 'Maria', number: '5511999990000' },
  user: null,
  origin: 'contact',
  machine: null,
  feedback: null,
  transcript: null,
  clientId: null,
  createdAt: '2026-03-10T12:00:00.000Z',
  ...changes,
})
