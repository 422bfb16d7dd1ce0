import { createFileRoute } from '@tanstack/react-router'
import { QueuesScreen } from '#/features/team/queues-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/queues')({
  loader: () => loadTexts('team', 'media', 'lists'),
  component: QueuesScreen,
})
