import type { ViewRow } from '../data/views/view.ts'
import type { Audience } from '../realtime/recipients.ts'

/** Returns the audience of a view: its author, or all while it is, or was just now, shared. */
export const viewAudience = (row: ViewRow, isShared = row.shared): Audience =>
  isShared ? {} : { userIds: [row.userId] }
