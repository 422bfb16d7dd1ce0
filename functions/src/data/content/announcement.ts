import type { Announcement } from '@balcao/shared/entities/announcement.ts'
import { SYSTEM } from '@balcao/shared/table.ts'
import type { KeepsFile } from '../table/kept-file.ts'
import { normalizeName } from '../table/normalize.ts'
import { everyRow, type SmallList } from '../table/small-list.ts'

/** Announcement as stored: its picture is an object key, not a link. */
export type AnnouncementRow = KeepsFile & Pick<Announcement, 'title' | 'text' | 'priority' | 'status'>

/**
 * Announcements of the installation: their rows belong to the company `system`, which has no users.
 */
export const ANNOUNCEMENTS: SmallList<AnnouncementRow> = {
  kind: 'announcement',
  missing: 'ERR_NO_ANNOUNCEMENT_FOUND',
  text: row => `${row.title} ${row.text}`,
  unique: () => ({}),
  taken: {},
}

type AnnouncementFilter = {
  /** True to include hidden announcements. */
  hidden: boolean
  searchParam: string
  /** Order: newest first, or highest priority first and within one priority newest first. */
  sort: 'date' | 'priority'
}

/**
 * Returns the announcements whose title or text contains `searchParam`, ignoring accents and case.
 */
export async function findAnnouncements({ hidden, searchParam, sort }: AnnouncementFilter): Promise<AnnouncementRow[]> {
  const wanted = normalizeName(searchParam)
  const rows = await everyRow(SYSTEM, ANNOUNCEMENTS)
  return rows
    .filter(row => (hidden || row.status) && normalizeName(ANNOUNCEMENTS.text(row)).includes(wanted))
    .sort((a, b) => (sort === 'priority' ? a.priority - b.priority : 0) || (a.createdAt < b.createdAt ? 1 : -1))
}
