import { createFileRoute } from '@tanstack/react-router'
import { RulesScreen } from '#/features/automation/rules/rules-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/rules')({
  loader: () => loadTexts('rules', 'macros', 'lists', 'tickets', 'ticketDetails'),
  component: RulesScreen,
})
