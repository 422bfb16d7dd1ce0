import { z } from 'zod'
import { FAULT_KINDS } from './faults.ts'

const number = z
  .string()
  .transform(text => text.replace(/[\s()+-]/g, ''))
  .pipe(z.string().regex(/^\d{8,15}$/))
const chat = z.union([z.string().regex(/^\d+@g\.us$/), number])
const milliseconds = z.number().int().min(0).max(600_000)
/** At most 100 MB once decoded. */
const base64 = z.base64().max(140_000_000)

/** Any text that a frame can carry: a phone may send anything. */
const anyText = z.string().max(4_000_000)
const someText = anyText.min(1)

export const numberSchema = number

export const phoneSchema = z.object({
  number,
  name: someText.optional(),
  addressing: z.enum(['pn', 'lid']).optional(),
  online: z.boolean().optional(),
  picture: z.boolean().optional(),
})

/** More members than the session host keeps. */
export const addressBookSchema = z.array(z.object({ number, name: z.string().trim().min(1).max(4000) })).max(30_000)

export const phoneChangeSchema = phoneSchema.omit({ number: true })

export const scanSchema = z.object({ qr: z.string().min(1).max(2000), number, name: phoneSchema.shape.name })

export const pairSchema = z.object({ code: z.string().trim().length(8), number, name: phoneSchema.shape.name })

/** `unseen`: id of a message that the phone only claims to exist. */
const common = { to: chat, quotedId: z.string().min(1).optional(), unseen: z.boolean().optional() }

/** False description of the phone's medium; null leaves a field out. Bytes are base64. */
const hostile = z.strictObject({
  url: anyText.nullable().optional(),
  directPath: anyText.nullable().optional(),
  mediaKey: z.base64().nullable().optional(),
  fileLength: z.number().int().min(0).nullable().optional(),
  fileEncSha256: z.base64().nullable().optional(),
  mimetype: anyText.nullable().optional(),
})
const file = {
  mediaBase64: base64,
  mimetype: anyText.optional(),
  text: anyText.optional(),
  hostile: hostile.optional(),
}

/** Any message of the protocol, as `proto.Message.fromObject` takes it. */
export const protoSchema = z.object({ type: z.literal('proto'), to: chat, message: z.record(z.string(), z.unknown()) })

export const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), ...common, text: someText }),
  z.object({ type: z.literal('image'), ...common, ...file }),
  z.object({ type: z.literal('video'), ...common, ...file }),
  z.object({ type: z.literal('audio'), ...common, ...file, ptt: z.boolean().optional() }),
  z.object({ type: z.literal('document'), ...common, ...file, fileName: someText.optional() }),
  z.object({ type: z.literal('sticker'), ...common, ...file }),
  z.object({
    type: z.literal('location'),
    ...common,
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    text: anyText.optional(),
  }),
  z.object({
    type: z.literal('contact'),
    ...common,
    vcard: someText,
    /** Further cards in the same message. */
    more: z.array(someText).max(10_000).optional(),
    text: anyText.optional(),
  }),
  z.object({
    type: z.literal('poll'),
    ...common,
    text: someText,
    options: z.array(someText).min(1).max(100),
    several: z.boolean().optional(),
  }),
  z.object({ type: z.literal('reaction'), ...common, quotedId: z.string().min(1), text: anyText }),
])

/** `to`: chat of a message that the phone does not have. */
export const editSchema = z.object({ text: someText, to: chat.optional() })

export const removeSchema = z.object({ to: chat.optional() })

/** An absent emoji removes the reaction. */
export const reactionSchema = z.object({ emoji: anyText })

/** The chosen options, by their texts; none withdraws the vote. */
export const voteSchema = z.object({ options: z.array(someText).max(100) })

export const readSchema = z.object({ from: chat, played: z.boolean().optional() })

export const typingSchema = z.object({ to: number, state: z.enum(['composing', 'paused', 'recording']) })

export const callSchema = z.object({ to: number, video: z.boolean().optional(), ringMs: milliseconds.optional() })

export const messagesQuerySchema = z.object({
  after: z.coerce.number().int().min(0).optional(),
  changedAfter: z.coerce.number().int().min(0).optional(),
  chat: chat.optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  media: z.enum(['0', '1']).optional(),
})

export const groupSchema = z.object({
  subject: someText,
  owner: number,
  members: z.array(number).min(1).max(256),
  addressing: z.enum(['pn', 'lid']).optional(),
})

export const faultSchema = z
  .object({
    kind: z.enum(FAULT_KINDS),
    number: number.optional(),
    count: z.number().int().min(1).max(100_000).optional(),
    ms: milliseconds.optional(),
    code: z.union([z.string().regex(/^\d{3}$/), z.number().int().min(100).max(999).transform(String)]).optional(),
    apart: z.boolean().optional(),
    direction: z.enum(['in', 'out']).optional(),
    /** Address or path, as it stands in the header. */
    to: z
      .string()
      .max(4000)
      .regex(/^[\x21-\x7e]+$/)
      .optional(),
  })
  .refine(fault => fault.kind !== 'media-redirect' || fault.to)
