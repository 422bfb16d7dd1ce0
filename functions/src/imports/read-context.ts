import type { FindFile } from './media-folder.ts'
import type { Staging } from './staging.ts'

/** Things that the reading needs besides the rows. */
export type ReadContext = {
  staging: Staging
  /** Company of the other system; null if it knows none. */
  company: string | null
  findFile: FindFile
  /** Time at which the reading began (epoch ms). */
  now: number
}

/** Returns an id if it is among those that were taken. */
export const knownId = (id: string | null, taken: ReadonlySet<string>): string | null =>
  id !== null && taken.has(id) ? id : null
