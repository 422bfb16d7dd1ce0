import { createFileRoute } from '@tanstack/react-router'
import { KanbanScreen } from '#/features/tickets/kanban/kanban-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/kanban')({
  loader: () => loadTexts('tags', 'tickets'),
  component: KanbanScreen,
})
