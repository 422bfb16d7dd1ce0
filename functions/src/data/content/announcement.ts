import type { Announcement } from '@balcao/shared/entities/announcement.ts'
import { SYSTEM } from '@balcao/shared/table.ts'
import { foldName } from '../table/fold.ts'
import type { KeepsFile } from '../table/kept-file.ts'
import { everyRow, type SmallList } from '../table/small-list.ts'

/** As it lies in the table: its picture is no link yet. */
export type AnnouncementRow = KeepsFile & Pick<Announcement, 'title' | 'text' | 'priority' | 'status'>

/** Of the installation: its rows are those of the company `system`, which nobody is in. */
export const ANNOUNCEMENTS: SmallList<AnnouncementRow> = {
  kind: 'announcement',
  missing: 'ERR_NO_ANNOUNCEMENT_FOUND',
  text: row => `${row.title} ${row.text}`,
  unique: () => ({}),
  taken: {},
}

type Which = {
  /** With those that are not shown. */
  hidden: boolean
  searchParam: string
  /** What comes first: the newest, or what has the highest priority, and of that the newest. */
  sort: 'date' | 'priority'
}

/** Those whose title or text has `searchParam` in it, accents and case aside. */
export async function findAnnouncements({ hidden, searchParam, sort }: Which): Promise<AnnouncementRow[]> {
  const wanted = foldName(searchParam)
  const rows = await everyRow(SYSTEM, ANNOUNCEMENTS)
  return rows
    .filter(row => (hidden || row.status) && foldName(ANNOUNCEMENTS.text(row)).includes(wanted))
    .sort((a, b) => (sort === 'priority' ? a.priority - b.priority : 0) || (a.createdAt < b.createdAt ? 1 : -1))
}
