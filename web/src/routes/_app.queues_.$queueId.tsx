import { createFileRoute } from '@tanstack/react-router'
import { QueueMenuRoute } from '#/features/team/queue-menu/queue-menu-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/queues_/$queueId')({
  loader: () => loadTexts('team', 'media'),
  component: QueueMenuRoute,
})
