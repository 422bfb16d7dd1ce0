import { createFileRoute } from '@tanstack/react-router'
import { MacrosScreen } from '#/features/macros/macros-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/macros')({
  loader: () => loadTexts('macros', 'lists', 'ticketDetails'),
  component: MacrosScreen,
})
