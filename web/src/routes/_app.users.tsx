import { createFileRoute } from '@tanstack/react-router'
import { UsersScreen } from '#/features/team/users-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/users')({
  beforeLoad: requireAccess('admin'),
  loader: () => loadTexts('team', 'security', 'onboarding'),
  component: UsersScreen,
})
