import { createFileRoute } from '@tanstack/react-router'
import { KnowledgeScreen } from '#/features/automation/knowledge/knowledge-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/knowledge')({
  loader: () => loadTexts('prompts'),
  component: KnowledgeScreen,
})
