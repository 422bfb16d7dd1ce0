import type { FieldType } from '@balcao/shared/entities/custom-field.ts'
import type { QueueRef } from '@balcao/shared/entities/queue.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import type { Change, ImportedFile, ImportRecord, Refusal } from '@balcao/shared/rules/imports/record.ts'
import type { KeptMedia } from '@balcao/shared/rules/inbound/pipeline.ts'
import type { TicketTag } from '../../data/tickets/ticket-row.ts'
import type { Pace } from './pace.ts'

/** Facts about an import that its writing needs. */
export type WriteContext = {
  companyId: string
  importId: string
  /** The other installation and company (`OpenImport.place`). */
  place: string
  /** Name of the other system, for what has no author. */
  systemName: string
  /** User who began the import: owns what nobody there owned. */
  startedBy: UserRef
  /** True makes customers of contacts with a valid document. */
  customers: boolean
  /** True invites users by e-mail. */
  invite: boolean
  /** Time zone of the company. */
  zone: string
  /** Stores a file of the media folder under a key of its own; undefined if it is not there. */
  storeFile: (file: ImportedFile, key: string) => Promise<number | undefined>
  /** Changes between two groups. */
  pace: Pace
  /** Rows of the small kinds, by their ids there. */
  queues: Map<string, QueueRef>
  users: Map<string, UserRef>
  tags: Map<string, TicketTag>
  ticketFields: Map<string, { id: string; type: FieldType }>
  connections: Map<string, { id: string; name: string }>
  contactLists: Map<string, string>
  campaigns: Map<string, string>
}

/** Outcome of a record: written by this import, here before, or not taken after all. */
export type Outcome = 'taken' | 'there' | { refused: Refusal }

/** Outcome of a record with what is said about it besides. */
export type Written = { record: ImportRecord; outcome: Outcome; changes?: { reason: Change; detail?: string }[] }

/** Returns what a row that came from another system says of it. */
export const importedFrom = ({ importId }: Pick<WriteContext, 'importId'>, sourceId: string): string =>
  `${importId}/${sourceId.slice(0, 64)}`

/** Returns whether an import wrote a row. */
export const isOf = (importId: string, from: unknown): boolean =>
  typeof from === 'string' && from.startsWith(`${importId}/`)

/** Returns a stored file that a row keeps; null if it has none, or it is not there. */
export async function keptFile(
  context: WriteContext,
  file: ImportedFile | null,
  key: string,
): Promise<KeptMedia | null> {
  if (!file?.path) return null
  const size = await context.storeFile(file, key)
  if (size === undefined) return null
  const { mimetype, fileName } = file
  return { kind: kindOfFile(mimetype), key, size, mimetype, fileName }
}

const kindOfFile = (mimetype: string): KeptMedia['kind'] =>
  mimetype.startsWith('image/')
    ? 'image'
    : mimetype.startsWith('video/')
      ? 'video'
      : mimetype.startsWith('audio/')
        ? 'audio'
        : 'application'
