import { createFileRoute } from '@tanstack/react-router'
import { SecurityScreen } from '#/features/account/security-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/security')({
  loader: () => loadTexts('security', 'team'),
  component: SecurityScreen,
})
