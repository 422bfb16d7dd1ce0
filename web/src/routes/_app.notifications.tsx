import { createFileRoute } from '@tanstack/react-router'
import { NotificationsScreen } from '#/features/account/notifications-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/notifications')({
  loader: () => loadTexts('notifications'),
  component: NotificationsScreen,
})
