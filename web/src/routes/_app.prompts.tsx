import { createFileRoute } from '@tanstack/react-router'
import { PromptsScreen } from '#/features/automation/prompts/prompts-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/prompts')({
  beforeLoad: requireAccess('admin'),
  loader: () => loadTexts('prompts'),
  component: PromptsScreen,
})
