import { createFileRoute } from '@tanstack/react-router'
import { TodoScreen } from '#/features/todo/todo-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/todolist')({
  loader: () => loadTexts('todo'),
  component: TodoScreen,
})
