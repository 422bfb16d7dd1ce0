import { createFileRoute } from '@tanstack/react-router'
import { AnnouncementsScreen } from '#/features/content/announcements-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/announcements')({
  loader: () => loadTexts('announcements', 'media', 'lists'),
  component: AnnouncementsScreen,
})
