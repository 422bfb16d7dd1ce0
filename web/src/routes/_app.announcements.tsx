import { createFileRoute } from '@tanstack/react-router'
import { AnnouncementsScreen } from '#/features/content/announcements-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/announcements')({
  beforeLoad: requireAccess('super'),
  loader: () => loadTexts('announcements', 'media'),
  component: AnnouncementsScreen,
})
