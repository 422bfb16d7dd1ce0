import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/todolist')({
  loader: () => loadTexts('todo'),
})
