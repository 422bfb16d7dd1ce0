import type { ImportSystem } from '@balcao/shared/rules/imports/record.ts'
import { localValue } from '#/lib/local-value.ts'
import { currentUser } from '#/lib/session.ts'

/** File that was put into the bucket, by its key. */
export type SentFile = { key: string; name: string; size: number }

/** Files of a new import, dump first. */
export type ImportFiles = { dump: SentFile | null; media: SentFile | null }

/** New import before it is created. */
export type Draft = ImportFiles & { system: ImportSystem | null; customers: boolean }

const NO_DRAFT: Draft = { system: null, dump: null, media: null, customers: false }

type Kept = {
  /** Person whose draft it is: a browser may have several. */
  userId: string
  at: number
  draft: Draft
  /** Files of the import that was created last, to read another company of the same dump. */
  last: (ImportFiles & { importId: string }) | null
}

/** Uploaded files that no import names leave the bucket after two days. */
const KEPT_MS = 40 * 3_600_000

/**
 * Keeps what was uploaded in this browser, so that the page may be left between upload and start.
 */
export const keptFiles = localValue<Kept | null>(
  'importFiles',
  raw => {
    try {
      const kept = JSON.parse(raw ?? 'null') as Kept | null
      return kept && typeof kept.draft === 'object' && kept.at > Date.now() - KEPT_MS ? kept : null
    } catch {
      return null
    }
  },
  JSON.stringify,
)

/** Returns what the signed-in person keeps. */
const mine = (): Kept => {
  const userId = currentUser()?.id ?? ''
  const kept = keptFiles.get()
  return kept?.userId === userId ? kept : { userId, at: Date.now(), draft: NO_DRAFT, last: null }
}

export const changeDraft = (changes: Partial<Draft>): void => {
  const kept = mine()
  // The time of the first file counts: it leaves the bucket first.
  const at = kept.draft.dump || kept.draft.media ? kept.at : Date.now()
  keptFiles.set({ ...kept, at, draft: { ...kept.draft, ...changes } })
}

/** Forgets the draft, and remembers the files of the import that was made of it. */
export const closeDraft = (importId: string, { dump, media }: ImportFiles): void =>
  keptFiles.set({ ...mine(), draft: NO_DRAFT, last: { importId, dump, media } })

/** Returns the draft of the signed-in person. */
export const draftOf = (kept: Kept | null, userId: string): Draft => (kept?.userId === userId ? kept.draft : NO_DRAFT)

/** Returns the files an import was made of, where this browser sent them; else null. */
export const filesOf = (kept: Kept | null, importId: string): ImportFiles | null =>
  kept?.last?.importId === importId ? kept.last : null
