import { createFileRoute } from '@tanstack/react-router'
import { QueuesScreen } from '#/features/team/queues-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/queues')({
  beforeLoad: requireAccess('admin'),
  loader: () => loadTexts('team', 'media'),
  component: QueuesScreen,
})
