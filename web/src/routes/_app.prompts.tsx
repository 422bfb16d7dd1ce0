import { createFileRoute } from '@tanstack/react-router'
import { PromptsScreen } from '#/features/automation/prompts/prompts-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/prompts')({
  loader: () => loadTexts('prompts', 'lists'),
  component: PromptsScreen,
})
