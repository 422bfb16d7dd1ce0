import type { Announcement } from '@balcao/shared/entities/announcement.ts'
import type { AnnouncementRow } from '../../../data/content/announcement.ts'
import { showKeptFile } from '../../../messaging/show-kept-file.ts'
import { publishEverywhere } from '../../../realtime/publish-everywhere.ts'

/** Returns the wire form of an announcement: its picture becomes a link. */
export async function shownAnnouncement(row: AnnouncementRow): Promise<Announcement> {
  const { mediaType: _, ...shown } = await showKeptFile(row)
  return shown
}

/** Publishes an announcement to every company, and returns its wire form. */
export async function publishAnnouncement(action: 'create' | 'update', row: AnnouncementRow): Promise<Announcement> {
  const announcement = await shownAnnouncement(row)
  await publishEverywhere('announcement', { action, announcement })
  return announcement
}
