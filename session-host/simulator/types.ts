/** Simulated handset as stored; the keys are those of its Signal identity. */
export type PhoneRecord = {
  number: string
  lid: string
  name: string
  addressing: 'pn' | 'lid'
  online: boolean
  picture: boolean
  nextDevice: number
  nextPreKey: number
  /** JSON with buffers marked (Baileys' BufferJSON) */
  identity: string
}

/** Contact that the owner of a handset saved: digits with the country. */
export type AddressBookEntry = { number: string; name: string }

/** Companion linked to a number; binary fields are base64. */
export type DeviceRecord = {
  number: string
  id: number
  keyIndex: number
  noiseKey: string
  identity: string
  registrationId: number
  signedPreKey: { keyId: number; publicKey: string; signature: string }
  historySent: boolean
}

export type QueuedStanza = { seq: number; number: string; device: number; key: string; node: Uint8Array }

export type Group = {
  id: string
  subject: string
  owner: string
  creation: number
  addressing: 'pn' | 'lid'
  members: { number: string; admin: boolean }[]
}

export type MessageType =
  | 'text'
  | 'image'
  | 'audio'
  | 'video'
  | 'document'
  | 'sticker'
  | 'location'
  | 'contact'
  | 'reaction'
  | 'poll'
  | 'vote'
  | 'call'
  | 'other'

/** Place of the encrypted bytes of a message's media. */
export type MediaReference = { kind: 'image' | 'audio' | 'video' | 'document' | 'sticker'; path: string; key: string }

/** Visible parts of a message. */
export type MessageBody = {
  type: MessageType
  text?: string
  caption?: string
  fileName?: string
  mimetype?: string
  ptt?: boolean
  quotedId?: string
  latitude?: number
  longitude?: number
  vcard?: string
  /** Options of a poll, whose question is the text. */
  options?: string[]
  /** True if several of them may be chosen. */
  several?: boolean
  media?: MediaReference
}

/**
 * Reaction to a message; a removed one stays without an emoji, so that no older one replaces it.
 */
export type Reaction = {
  /** Number of its author, who has one reaction to a message. */
  from: string
  emoji: string
  /** Milliseconds since 1970, by the clock of its author. */
  sentAt: number
}

/** Vote in a poll: who gave it, and the chosen options. */
export type PollVote = { from: string; options: string[] }

export type HistoryEntry = MessageBody & {
  from: string
  to: string
  /** ISO 8601 */
  at: string
  edited?: boolean
  deleted?: boolean
  reactions?: Reaction[]
  /** The last vote of each author. */
  votes?: PollVote[]
  /** Number of times the stanza arrived, when more than once. */
  copies?: number
}

export type HistoryRow = {
  /** Number that rises with every message of the simulator. */
  seq: number
  /** Number that rises with every change of any message. */
  rev: number
  number: string
  /** Other number, or the id of a group. */
  chat: string
  id: string
  fromMe: boolean
  /** Baileys' scale: 0 error, 1 pending, 2 server, 3 delivered, 4 read, 5 played */
  ack: number
  /** Address that the business used for the chat on the wire; its receipts must use the same. */
  wire?: string
  entry: HistoryEntry
  proto?: Uint8Array
}
