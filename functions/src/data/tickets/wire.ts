/** Converts rows to their wire form: media become signed links, internal fields are left out. */
import type { Contact, ContactRef } from '@balcao/shared/entities/contact.ts'
import type { EarlierText, LinkPreview, Message } from '@balcao/shared/entities/message.ts'
import type { Poll } from '@balcao/shared/entities/poll.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import { isWindowOpen } from '@balcao/shared/rules/customer-window.ts'
import { countedVotes } from '@balcao/shared/rules/poll-votes.ts'
import { asPreviewLink } from '@balcao/shared/rules/preview-link.ts'
import { shownReactions } from '@balcao/shared/rules/reactions.ts'
import { signedLink } from '../../integrations/storage.ts'
import { connectionRef } from '../channels/whatsapp.ts'
import type { ContactRow } from '../contacts/contact-row.ts'
import { shownContactTags } from '../contacts/contact-tags.ts'
import { numberValidity } from '../contacts/number-validity.ts'
import { shownFields } from '../fields/field-values.ts'
import { instant } from '../instant.ts'
import { wordsOf } from './last-message.ts'
import type { MessageRow } from './message-row.ts'
import { contactOfTicket, type TicketRow, waitingSinceOf } from './ticket-row.ts'

const pictureLink = async (key: string | null): Promise<string | null> =>
  key ? signedLink(key, { mimetype: 'image/jpeg' }) : null

export const toWireContactRef = async (contact: TicketRow['contact']): Promise<ContactRef> => ({
  id: contact.id,
  name: contact.name,
  number: contact.number,
  profilePicUrl: await pictureLink(contact.picture),
  ...(contact.channel ? { channel: contact.channel } : {}),
  ...(contact.blocked ? { blocked: true as const } : {}),
  ...(contact.tags?.length ? { tagIds: [...contact.tags] } : {}),
})

/** Text for integrators; the web shows it in three languages. */
const DELETED = 'Mensagem apagada'

/** Returns the newest message as a list row shows it. */
export const shownLastMessage = (ticket: Pick<TicketRow, 'last' | 'lastMessage'>): string =>
  ticket.last?.deleted ? DELETED : ticket.lastMessage

const windowOf = ({ windowUntil }: TicketRow, now: number): Pick<Ticket, 'window'> =>
  typeof windowUntil === 'number'
    ? { window: { open: isWindowOpen(windowUntil, now), closesAt: windowUntil > 0 ? instant(windowUntil) : null } }
    : {}

const waitingOf = (ticket: TicketRow): Pick<Ticket, 'waitingSince' | 'customerWords'> => ({
  waitingSince: instant(waitingSinceOf(ticket)),
  ...(ticket.customerWords
    ? {
        customerWords: {
          text: ticket.customerWords.text,
          type: ticket.customerWords.type,
          deleted: ticket.customerWords.deleted,
        },
      }
    : {}),
})

const contactMessageOf = (ticket: TicketRow): Pick<Ticket, 'contactMessage'> => {
  const words = wordsOf(ticket)
  return words ? { contactMessage: words.place } : {}
}

export const toWireTicket = async (ticket: TicketRow): Promise<Ticket> => ({
  id: ticket.id,
  uuid: ticket.id,
  status: ticket.status,
  contactId: ticket.contact.id,
  contact: await toWireContactRef(ticket.contact),
  queueId: ticket.queue?.id ?? null,
  queue: ticket.queue,
  whatsappId: ticket.whatsapp.id,
  whatsapp: ticket.whatsapp,
  userId: ticket.user?.id ?? null,
  user: ticket.user,
  tags: ticket.tags.map(({ id, name, color }) => ({ id, name, color })),
  priority: ticket.priority ?? 'none',
  fields: await shownFields(ticket.companyId, ticket.fields),
  lastMessage: shownLastMessage(ticket),
  lastMessageType: ticket.lastMessageType,
  lastMessageFromMe: ticket.lastMessageFromMe,
  lastMessageOrigin: ticket.last?.origin ?? (ticket.lastMessageFromMe ? 'attendant' : 'contact'),
  lastMessageUser: ticket.last?.user ?? null,
  lastMessageAck: ticket.last?.ack ?? null,
  lastMessageFailed: ticket.last?.failed ?? false,
  lastMessageDeleted: ticket.last?.deleted ?? false,
  unreadMessages: ticket.unreadMessages,
  isGroup: ticket.isGroup,
  chatbot: ticket.chatbot,
  bot: ticket.chatbot ? { path: ticket.menu?.at?.path ?? [] } : null,
  useIntegration: ticket.useIntegration,
  promptId: ticket.promptId,
  integrationId: ticket.integrationId,
  ...(ticket.contact.channel ? { lastContactAt: ticket.lastContactAt ? instant(ticket.lastContactAt) : null } : {}),
  ...windowOf(ticket, Date.now()),
  ...(ticket.referral ? { referral: { ...ticket.referral, at: instant(ticket.referral.at) } } : {}),
  ...(ticket.status === 'pending' ? waitingOf(ticket) : {}),
  ...contactMessageOf(ticket),
  ...(ticket.snoozedUntil ? { snoozedUntil: instant(ticket.snoozedUntil) } : {}),
  ...(ticket.wokeAt ? { wokeAt: instant(ticket.wokeAt) } : {}),
  goals: (ticket.goals ?? []).map(({ kind, warnAt, dueAt, breachedAt, metAt }) => ({
    kind,
    warnAt: instant(warnAt),
    dueAt: instant(dueAt),
    breachedAt: breachedAt === null ? null : instant(breachedAt),
    metAt: metAt === null ? null : instant(metAt),
  })),
  rating: ticket.rating,
  draftBegun: ticket.draftBegun,
  laneSince: instant(ticket.laneAt ?? ticket.createdAt),
  createdAt: instant(ticket.createdAt),
  updatedAt: instant(ticket.updatedAt),
})

type Media = NonNullable<Message['media']>

const mediaOf = ({ media }: MessageRow): Media | null =>
  media && {
    fileName: media.fileName ?? '',
    mimetype: media.mimetype,
    size: media.size ?? 0,
    ptt: media.ptt ?? false,
    seconds: media.seconds ?? null,
    width: media.width ?? null,
    height: media.height ?? null,
  }

/** Returns the earlier texts of a message, oldest first, with the user who replaced each. */
export const earlierTexts = ({ earlierBodies, edits }: MessageRow): EarlierText[] =>
  earlierBodies.map((body, i) => {
    const edit = edits.at(i - earlierBodies.length)
    return { body, editedAt: edit ? instant(edit.at) : null, editedBy: edit?.by ?? null }
  })

/** Returns the preview of a link that still stands in the message's text. */
async function linkPreviewOf({ preview, body }: MessageRow): Promise<LinkPreview | null> {
  const link = preview && body.includes(preview.link) ? asPreviewLink(preview.link) : null
  if (!preview || !link) return null
  const { title, description, picture, thumbnail } = preview
  const pictureUrl = picture
    ? await signedLink(picture.key, { mimetype: picture.mimetype })
    : thumbnail
      ? `data:image/jpeg;base64,${thumbnail}`
      : null
  return { url: link.url, title, description, pictureUrl }
}

/** Returns a message's poll with the votes that count. */
const shownPoll = ({ poll, votes }: MessageRow): Poll | null =>
  poll
    ? {
        ...poll,
        votes: countedVotes(votes).map(({ options, fromMe, name, number }) => ({
          name: fromMe ? null : (name ?? number ?? null),
          fromMe,
          options,
        })),
      }
    : null

/** Returns a message's wire form. A deleted message keeps its place but has no content. */
export async function toWireMessage(message: MessageRow, ticket: Pick<TicketRow, 'readAt'>): Promise<Message> {
  const gone = message.isDeleted
  const { media, location } = message
  const link =
    !gone && media?.key ? await signedLink(media.key, { mimetype: media.mimetype, fileName: media.fileName }) : null
  return {
    id: message.id,
    ticketId: message.ticketId,
    contactId: message.contactId,
    body: gone ? '' : message.body,
    fromMe: message.fromMe,
    read: message.fromMe || timeOfId(message.id) <= ticket.readAt,
    ack: message.ack,
    mediaType: message.mediaType,
    mediaUrl: link,
    media: gone ? null : mediaOf(message),
    location:
      location && !gone
        ? {
            latitude: location.latitude,
            longitude: location.longitude,
            name: location.name ?? null,
            address: location.address ?? null,
          }
        : null,
    vcards: gone ? [] : message.vcards,
    call: message.call,
    quotedMsg: message.quoted,
    structured: gone ? null : message.structured,
    albumId: message.albumId,
    reactions: gone
      ? []
      : shownReactions(message.reactions).map(({ emoji, fromMe, name, number, userId }) => ({
          emoji,
          fromMe,
          name: fromMe ? null : (name ?? number ?? null),
          userId: userId ?? null,
        })),
    poll: gone ? null : shownPoll(message),
    isDeleted: gone,
    isEdited: message.isEdited,
    editedUnseen: message.editedUnseen,
    earlierBodies: gone ? [] : message.earlierBodies,
    history: gone ? [] : earlierTexts(message),
    editedBy: message.edits.at(-1)?.by ?? null,
    deletedBy: message.deletion?.by ?? null,
    error: message.error,
    contact: message.sender && {
      id: null,
      name: message.sender.name ?? message.sender.number ?? '',
      number: message.sender.number ?? '',
    },
    user: message.user,
    origin: message.origin,
    machine: message.machine,
    feedback: gone ? null : message.feedback,
    transcript: gone ? null : message.transcript,
    ...(message.signature && !gone ? { signature: message.signature } : {}),
    ...(message.campaign ? { campaign: message.campaign } : {}),
    template: gone ? null : message.template,
    choices: gone ? null : message.choices,
    forwarded: message.forwarded,
    linkPreview: gone ? null : await linkPreviewOf(message),
    clientId: message.clientId,
    createdAt: instant(timeOfId(message.id)),
  }
}

export const toWireContact = async (contact: ContactRow): Promise<Contact> => ({
  ...(await toWireContactRef(contactOfTicket(contact))),
  uuid: contact.id,
  email: contact.email,
  isGroup: contact.isGroup,
  ...numberValidity(contact.isWhatsappValid, contact.whatsappCheckedAt),
  otherNumbers: (contact.others ?? []).flatMap(({ number }) => (number ? [number] : [])),
  extraInfo: contact.extraInfo,
  fields: await shownFields(contact.companyId, contact.fields),
  contactTags: await shownContactTags(contact.companyId, contact.tags),
  customerId: contact.customerId,
  blocked: Boolean(contact.blocked),
  ...(contact.customerId === null ? { customer: null } : {}),
  whatsapp: await connectionRef(contact.companyId, contact.whatsappId),
  createdAt: instant(contact.createdAt),
  updatedAt: instant(contact.updatedAt),
})
