import { createFileRoute } from '@tanstack/react-router'
import { TagsScreen } from '#/features/tickets/tags/tags-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/tags')({
  loader: () => loadTexts('tags', 'lists'),
  component: TagsScreen,
})
