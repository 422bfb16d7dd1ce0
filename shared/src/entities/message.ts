import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { Poll } from './poll.ts'
import { STRUCTURED_KINDS, Structured } from './structured.ts'
import { UserRef } from './user.ts'

/**
 * `chat` is plain text. `application` is a document; `vcard` is one contact card, `contactMessage`
 * several; `unsupported` is an unknown kind, shown as such.
 */
export const MEDIA_TYPES = [
  'chat',
  'image',
  'audio',
  'video',
  'application',
  'sticker',
  'locationMessage',
  'contactMessage',
  'vcard',
  'call_log',
  'unsupported',
  ...STRUCTURED_KINDS,
] as const
export const MediaType = z.enum(MEDIA_TYPES)
export type MediaType = z.infer<typeof MediaType>

/** Reason why a message failed, or why its media is missing. */
export const MessageError = z.enum([
  'ERR_SENDING_WAPP_MSG',
  'ERR_SEND_REFUSED',
  'ERR_SEND_TIMED_OUT',
  'ERR_WAPP_INVALID_CONTACT',
  'ERR_WAPP_DOWNLOAD_MEDIA',
  'ERR_MEDIA_NOT_IMPORTED',
  'ERR_OUTSIDE_WINDOW',
  'ERR_PAGE_RECONNECT',
  'ERR_SEND_UNKNOWN',
  'ERR_TEMPLATE_NOT_APPROVED',
  'ERR_TEMPLATE_VARIABLES',
  'ERR_CLOUD_MEDIA',
  'ERR_CLOUD_NOT_ON_WHATSAPP',
  'ERR_CLOUD_MARKETING_LIMIT',
  'ERR_CLOUD_QUALITY_LIMIT',
  'ERR_CLOUD_TOO_MANY',
  'ERR_CLOUD_TOO_MANY_TO_PERSON',
  'ERR_CLOUD_BLOCKED',
  'ERR_CLOUD_PAYMENT',
  'ERR_CLOUD_RECONNECT',
  'ERR_CLOUD_NUMBER',
  'ERR_CONTACT_BLOCKED',
])

/** Ack: 0 clock, 1-2 sent, 3 delivered, 4-5 read. It only rises. */
export const MessageAck = z.number().int().min(0).max(5)

/** Origin of a message: `handset` is the business phone, `machine` a prompt or an integration. */
export const MessageOrigin = z.enum(['contact', 'attendant', 'bot', 'handset', 'api', 'campaign', 'machine'])

export const QuotedMessage = z.object({
  /**
   * Null for a message that is not stored: a status, or one from before the connection was linked.
   */
  id: Id.nullable(),
  body: z.string(),
  fromMe: z.boolean(),
  mediaType: MediaType,
  /** Author, if it is not us. */
  name: z.string().nullable(),
  status: z.boolean().optional(),
  /** JPEG in base64. */
  thumbnail: z.string().optional(),
})
export type QuotedMessage = z.infer<typeof QuotedMessage>

export const Reaction = z.object({
  emoji: z.string(),
  fromMe: z.boolean(),
  /** Person who reacted, if it is not us. */
  name: z.string().nullable(),
  /** Attendant who reacted for us; null for the business phone. */
  userId: Id.nullable(),
})
export type Reaction = z.infer<typeof Reaction>

/** Prompt or integration that wrote something, with its name at that time. */
export const MessageBot = z.object({ kind: z.enum(['prompt', 'integration']), id: Id, name: z.string() })
export type MessageBot = z.infer<typeof MessageBot>

/** A person's rating of a bot's answer. */
export const Feedback = z.enum(['up', 'down'])
export type Feedback = z.infer<typeof Feedback>

/**
 * Earlier text of a message, with the user who replaced it and when; null if that was not recorded,
 * or no user did it.
 */
export const EarlierText = z.object({
  body: z.string(),
  editedAt: Instant.nullable(),
  editedBy: UserRef.nullable(),
})
export type EarlierText = z.infer<typeof EarlierText>

/** Button of a template's message, as its reader sees it. */
export const TemplateButton = z.object({
  type: z.enum(['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE']),
  text: z.string(),
  /** Address, number or code behind the button; a quick reply has none. */
  value: z.string().optional(),
})
export type TemplateButton = z.infer<typeof TemplateButton>

/**
 * Template of which a message was made; the message's body is its text as the customer reads it.
 */
export const MessageTemplate = z.object({
  name: z.string(),
  language: z.string(),
  /** Text above the body; empty without one. */
  header: z.string(),
  footer: z.string(),
  buttons: z.array(TemplateButton),
})
export type MessageTemplate = z.infer<typeof MessageTemplate>

/** Choices of a message that were sent as buttons, or as a list that `button` opens. */
export const MessageChoices = z.object({
  style: z.enum(['button', 'list']),
  button: z.string(),
  items: z.array(z.object({ id: z.string(), title: z.string(), description: z.string().optional() })),
})
export type MessageChoices = z.infer<typeof MessageChoices>

export const MessageCampaign = z.object({ id: Id, name: z.string() })
export type MessageCampaign = z.infer<typeof MessageCampaign>

/** Preview of a link in a message's text. */
export const LinkPreview = z.object({
  url: z.string(),
  /** Empty if the address shows nothing: then there is no card. */
  title: z.string(),
  description: z.string(),
  /** Signed link valid for minutes, or a JPEG as a data URL; null without a picture. */
  pictureUrl: z.string().nullable(),
})
export type LinkPreview = z.infer<typeof LinkPreview>

export const Message = z.object({
  id: Id,
  ticketId: Id,
  contactId: Id,
  body: z.string(),
  fromMe: z.boolean(),
  read: z.boolean(),
  ack: MessageAck,
  mediaType: MediaType,
  /** Signed link, valid for minutes; null without media or while it could not be downloaded. */
  mediaUrl: z.string().nullable(),
  media: z
    .object({
      fileName: z.string(),
      mimetype: z.string(),
      /** Size in bytes. */
      size: z.number().int(),
      ptt: z.boolean(),
      seconds: z.number().nullable(),
      width: z.number().nullable(),
      height: z.number().nullable(),
    })
    .nullable(),
  location: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      name: z.string().nullable(),
      address: z.string().nullable(),
    })
    .nullable(),
  vcards: z.array(z.string()),
  call: z.object({ video: z.boolean() }).nullable(),
  quotedMsg: QuotedMessage.nullable(),
  /** Poll with its votes; null for anything else, and for a poll of which no votes can be read. */
  poll: Poll.nullable().default(null),
  /** Reactions, one per person, oldest first. */
  reactions: z.array(Reaction),
  isDeleted: z.boolean(),
  isEdited: z.boolean(),
  /**
   * True if its author edited it in an app whose edits cannot be read: the text here is the earlier
   * one.
   */
  editedUnseen: z.boolean().default(false),
  /** Texts before edits, oldest first. */
  earlierBodies: z.array(z.string()),
  /** Earlier texts with the user who replaced each, oldest first. */
  history: z.array(EarlierText).default([]),
  /** User who edited it last; null for the contact and the business phone. */
  editedBy: UserRef.nullable().default(null),
  /** User who deleted it; null for the contact and the business phone. */
  deletedBy: UserRef.nullable().default(null),
  error: MessageError.nullable(),
  /** Author in a group, or the contact. Null for own messages. */
  contact: z.object({ id: Id.nullable(), name: z.string(), number: z.string() }).nullable(),
  /** Attendant who sent it; null for the bot, the business phone and the API. */
  user: z.object({ id: Id, name: z.string() }).nullable(),
  origin: MessageOrigin,
  /** Signature with which its text begins, on lines of its own; absent without one. */
  signature: z.string().optional(),
  /** Prompt or integration that wrote it. */
  machine: MessageBot.nullable().default(null),
  feedback: Feedback.nullable().default(null),
  /** Transcript of a voice message that a bot transcribed or spoke. */
  transcript: z.string().nullable().default(null),
  /** Data of a message with a structure of its own. */
  structured: Structured.nullable().default(null),
  /** Id shared by the photos of one album. */
  albumId: z.string().nullable().default(null),
  /**
   * Campaign that sent it, with its name at that time; absent in messages older than this field.
   */
  campaign: MessageCampaign.optional(),
  template: MessageTemplate.nullable().default(null),
  choices: MessageChoices.nullable().default(null),
  /** True if the contact forwarded it from another chat. */
  forwarded: z.boolean().default(false),
  /** Preview of its first link; null as long as nobody asked for one. */
  linkPreview: LinkPreview.nullable().default(null),
  /** Id chosen by the sending client, so that it recognises its own message. */
  clientId: z.string().nullable().default(null),
  createdAt: Instant,
})
export type Message = z.infer<typeof Message>
