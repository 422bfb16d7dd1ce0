/**
 * Neutral records of another system's data: what its readers give and what is written from it.
 *
 * One stream of records, in the order in which they may be written: a record refers only to records
 * before it, by the other system's ids (`source.id`). A ticket is followed by its messages and
 * notes, oldest first, before the next ticket begins. The stream of one dump has always the same
 * order, so a place in it is a checkpoint. Times are epoch milliseconds.
 */
import type { FieldType, FieldValue } from '../../entities/custom-field.ts'
import type { MediaKind } from '../../entities/media-kind.ts'
import type { MediaType } from '../../entities/message.ts'
import type { Recurrence } from '../../entities/schedule.ts'
import type { Rating, TicketPriority, TicketStatus } from '../../entities/ticket.ts'
import type { WeekdaySchedule } from '../../entities/working-hours.ts'
import type { KeptReaction } from '../reactions.ts'

/** Systems that data comes from, as a person names them. */
export const IMPORT_SYSTEMS = ['ticketz', 'whaticket', 'chatwoot'] as const
export type ImportSystem = (typeof IMPORT_SYSTEMS)[number]

/**
 * Kinds of rows, in the order of the stream. Rows of `field`, `reaction`, `earlierText` and
 * `rating` come inside other records, which count them in `contains`.
 */
export const IMPORT_KINDS = [
  'queue',
  'user',
  'tag',
  'ticketField',
  'connection',
  'contact',
  'field',
  'quickMessage',
  'macro',
  'contactList',
  'contactListItem',
  'campaign',
  'campaignRecipient',
  'ticket',
  'message',
  'reaction',
  'earlierText',
  'note',
  'rating',
  'schedule',
] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** Row of the other system that a record was made of. */
export type Source = {
  /** Id in the other system, unique within its kind; kept as `importedFrom`. */
  id: string
  /** Line of the dump at which the row begins; 0 for a row that was read from a live database. */
  line: number
}

type From<K extends ImportKind> = {
  kind: K
  source: Source
  createdAt: number
  /** True of a record that is not counted: a further one of its row, or one of no row. */
  isFurther?: true
  /** Number of other rows whose content is in this record; they are taken, or there, with it. */
  contains?: Partial<Record<ImportKind, number>>
}

/** File of the other system's media folder. */
export type ImportedFile = {
  /**
   * Path below the folder, with `/`; null if the other system had none, or the file is not there.
   * It is checked: it lies within the folder, is a file, and no link leads out.
   */
  path: string | null
  fileName: string
  mimetype: string
}

export type ImportedQueue = From<'queue'> & {
  name: string
  /** `#rrggbb`. */
  color: string
  greetingMessage: string
  outOfHoursMessage: string
  /** Empty if the other system's hours do not fit one span a day, or there are none. */
  schedules: WeekdaySchedule[]
}

/** Person who worked in the other system. No password comes along: they get an invitation. */
export type ImportedUser = From<'user'> & {
  name: string
  /** Address in lower case. */
  email: string
  profile: 'admin' | 'supervisor' | 'user'
  /** Source ids, as in all `…Ids`. */
  queueIds: string[]
  /** True if they also see tickets without a queue. */
  allTicket: boolean
  /** Hours in which they may be signed in; empty: always. */
  accessHours: WeekdaySchedule[]
}

export type ImportedTag = From<'tag'> & { name: string; color: string; kanban: boolean }

/** Custom field of tickets. */
export type ImportedTicketField = From<'ticketField'> & { name: string; type: FieldType; choices: string[] }

/** Connection without its session: its number has to be linked again. */
export type ImportedConnection = From<'connection'> & {
  name: string
  /** Digits; null if the other system does not tell. */
  number: string | null
  isDefault: boolean
  greetingMessage: string
  complationMessage: string
  outOfHoursMessage: string
  ratingMessage: string
  schedules: WeekdaySchedule[]
  queueIds: string[]
}

export type ImportedContact = From<'contact'> & {
  name: string
  /** Digits with country code; the group's id for a group; empty while only the LID is known. */
  number: string
  lid: string | null
  isGroup: boolean
  email: string
  extraInfo: { name: string; value: string }[]
  /** Valid CPF or CNPJ of the extra fields, bare: makes a customer, on wish. */
  document: string | null
  tagIds: string[]
  /** Ids of the doubles that were merged into this contact; other records name `source.id`. */
  alsoIds: string[]
  /** True if nothing was taken from them there. */
  isBlocked: boolean
  updatedAt: number
}

export type ImportedQuickMessage = From<'quickMessage'> & {
  shortcode: string
  message: string
  /** Null: it belongs to the whole company. */
  userId: string | null
  file: ImportedFile | null
}

/** Action of a macro; a user of null is whoever runs it. */
export type ImportedAction =
  | { type: 'reply' | 'note'; text: string }
  | { type: 'tag' | 'untag'; tagId: string }
  | { type: 'queue'; queueId: string }
  | { type: 'assign'; userId: string | null }
  | { type: 'priority'; priority: TicketPriority }
  | { type: 'resolve' }

export type ImportedMacro = From<'macro'> & {
  name: string
  /** True if everybody has it. */
  shared: boolean
  /** User whose it is; null if they did not come. */
  userId: string | null
  actions: ImportedAction[]
}

export type ImportedContactList = From<'contactList'> & { name: string }

export type ImportedContactListItem = From<'contactListItem'> & {
  contactListId: string
  name: string
  number: string
  email: string
  isWhatsappValid: boolean | null
}

/** Campaign as history: it is never sent from here. */
export type ImportedCampaign = From<'campaign'> & {
  name: string
  /** FINALIZADA if it was sent to the end, else CANCELADA. */
  status: 'FINALIZADA' | 'CANCELADA'
  /** One to five texts. */
  messages: string[]
  confirmationMessages: string[]
  confirmation: boolean
  contactListId: string | null
  connectionId: string | null
  scheduledAt: number | null
  completedAt: number | null
  file: ImportedFile | null
}

export type ImportedCampaignRecipient = From<'campaignRecipient'> & {
  campaignId: string
  name: string
  number: string
  state: 'waiting' | 'confirmationAsked' | 'confirmed' | 'sent' | 'delivered' | 'read' | 'failed'
  confirmationRequestedAt: number | null
  confirmedAt: number | null
  deliveredAt: number | null
}

export type ImportedTicket = From<'ticket'> & {
  /** Status; of several live tickets of a contact over a connection only the latest stays live. */
  status: TicketStatus
  contactId: string
  /** `NO_CONNECTION` if the other system has none any more. */
  connectionId: string
  queueId: string | null
  userId: string | null
  tagIds: string[]
  isGroup: boolean
  priority: TicketPriority
  /** Values of custom fields, each as its field takes it. */
  fields: { fieldId: string; value: FieldValue }[]
  /** End of its snooze; null if it has none. */
  snoozedUntil: number | null
  unreadMessages: number
  updatedAt: number
  /** First accept, and the first since the last reopening: the same if it was never reopened. */
  acceptedAt: number | null
  servedAt: number | null
  /** Last reopening. */
  openedAt: number | null
  closedAt: number | null
  /** Seconds from the creation to the first accept, and from `servedAt` to the closing. */
  waitTime: number | null
  supportTime: number | null
  rating: Rating | null
  ratedAt: number | null
}

export type ImportedMessage = From<'message'> & {
  ticketId: string
  /** WhatsApp's own id where the other system kept it, else one made of the row's id. */
  whatsappId: string
  body: string
  fromMe: boolean
  /** 0 to 5, as of a message here. */
  ack: number
  /** True of a message that could not be sent. */
  failed: boolean
  read: boolean
  mediaType: MediaType
  file: (ImportedFile & { kind: MediaKind; ptt: boolean; seconds: number | null }) | null
  location: { latitude: number; longitude: number; name: string | null; address: string | null } | null
  vcards: string[]
  /** Words of a voice message, where the other system wrote them down. */
  transcript: string | null
  /** Quoted message: an earlier one of the same contact, as it was. */
  quoted: {
    ticketId: string
    messageId: string
    whatsappId: string
    createdAt: number
    body: string
    fromMe: boolean
    mediaType: MediaType
    name: string | null
  } | null
  /** The text stays: who may read it is decided as for any deleted message. */
  isDeleted: boolean
  /** True also if no earlier text was kept. */
  isEdited: boolean
  /** Texts before edits, oldest first. */
  earlierTexts: { body: string; editedAt: number | null }[]
  reactions: KeptReaction[]
  /** Author in a group. */
  sender: { number?: string; lid?: string; name?: string } | null
  /** User who wrote it, where the other system kept that. */
  userId: string | null
  origin: 'contact' | 'attendant' | 'bot' | 'handset' | 'api' | 'campaign'
  forwarded: boolean
}

export type ImportedNote = From<'note'> & {
  ticketId: string
  contactId: string
  note: string
  /** Null: its author is no longer known. */
  userId: string | null
}

/** Message still to be sent. */
export type ImportedSchedule = From<'schedule'> & {
  contactId: string
  body: string
  sendAt: number
  recurrence: Recurrence
  userId: string | null
  connectionId: string | null
  file: ImportedFile | null
}

export type ImportRecord =
  | ImportedQueue
  | ImportedUser
  | ImportedTag
  | ImportedTicketField
  | ImportedConnection
  | ImportedContact
  | ImportedQuickMessage
  | ImportedMacro
  | ImportedContactList
  | ImportedContactListItem
  | ImportedCampaign
  | ImportedCampaignRecipient
  | ImportedTicket
  | ImportedMessage
  | ImportedNote
  | ImportedSchedule

/** Id of the connection of tickets whose own is gone; its record comes if a ticket needs it. */
export const NO_CONNECTION = 'none'

/** Reasons for which a row is not taken. */
export const REFUSALS = [
  /** Its values are not as many as its columns, or cannot be told apart. */
  'brokenRow',
  'noId',
  /** Another row of the kind has the same id. */
  'doubledId',
  /** No usable time in any of its columns. */
  'badDate',
  /** Neither a phone number nor a group nor a WhatsApp LID. */
  'badNumber',
  'badEmail',
  /** Neither text nor anything else to show. */
  'empty',
  /** Row it belongs to is not there, or was refused. */
  'contactMissing',
  'ticketMissing',
  'messageMissing',
  'contactListMissing',
  'campaignMissing',
  /** Facebook, Instagram, e-mail, web chat …: only WhatsApp comes along. */
  'otherChannel',
  /** Scheduled message that was sent, or whose time is past. */
  'notToCome',
  /** Note or message of the system itself, such as the change of an assignee. */
  'systemMessage',
  /** The platform's own user. */
  'platformUser',
  /** User of this address came already. */
  'doubledEmail',
  /** The plan has no room for it. */
  'planFull',
  /** Tickets have as many fields as they may. */
  'fieldLimit',
  /** Macro none of whose actions exists here. */
  'noAction',
] as const
export type Refusal = (typeof REFUSALS)[number]

/** Reasons for which a row became part of an earlier record instead of one of its own. */
export const JOINS = [
  /** Contact with the number, in either spelling, or the LID of another contact. */
  'doubled',
  /** Reaction that the same person replaced later. */
  'replaced',
] as const
export type Join = (typeof JOINS)[number]

/** Reasons for which a row is taken, but not as it is. */
export const CHANGES = [
  /** Bytes that are no text of the file's encoding stand as `�`. */
  'badText',
  'textCut',
  /** Time taken from another column, or from the row it belongs to. */
  'dateReplaced',
  'badValue',
  'mediaMissing',
  /** File of a message that an earlier run brought without it. */
  'mediaAdded',
  /** Path that leads out of the media folder: nothing was read. */
  'mediaOutside',
  'queueMissing',
  'userMissing',
  'connectionMissing',
  'tagMissing',
  /** Value of a field that did not come. */
  'fieldMissing',
  /** Something that the row has no place for here stands in a note beside it. */
  'inNote',
  'quotedMissing',
  /** Live ticket beside a later live one of the same contact and connection: it is closed. */
  'closedBeside',
  /** Campaign that was not sent to its end: it stays cancelled. */
  'campaignStopped',
  'hoursLeft',
  /** Connection for which the plan has no room: its tickets are over another one. */
  'connectionJoined',
  /** User whose address somebody has already: only their name came along. */
  'emailTaken',
  /** Invitation that could not be sent, as the plan has no room. */
  'notInvited',
  /** Shortcode that another quick reply has. */
  'renamed',
  /** Variables that the product does not have stay in the text as they were written. */
  'variableUnknown',
  /** Action of a macro that does not exist here, or names what did not come. */
  'actionLeft',
  /** Repetition that ends after many times there, and has no end here. */
  'recurrenceEndless',
  /** Repetition of which only the next times come along. */
  'recurrenceCut',
] as const
export type Change = (typeof CHANGES)[number]

/**
 * Something to be said about a row. Each row that was read is taken, joined or refused, exactly
 * once; a taken one may have changes besides.
 */
export type Notice = { kind: ImportKind; line: number; id: string } & (
  | { effect: 'refused'; reason: Refusal; detail?: string }
  | { effect: 'joined'; reason: Join; intoId: string }
  | { effect: 'changed'; reason: Change; detail?: string }
)

/** Element of the stream. */
export type Imported = { record: ImportRecord } | { notice: Notice }

/** Outcomes of the rows of one kind. */
export type KindTally = {
  kind: ImportKind
  taken: number
  /** Taken by an earlier run, or here before. */
  there: number
  joined: Partial<Record<Join, number>>
  refused: Partial<Record<Refusal, number>>
  /** Reasons for which taken rows are not as they were; a row may have several. */
  changed: Partial<Record<Change, number>>
}
