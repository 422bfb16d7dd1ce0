import { createFileRoute } from '@tanstack/react-router'
import { UsersScreen } from '#/features/team/users-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/users')({
  loader: () => loadTexts('team', 'security', 'onboarding', 'lists'),
  component: UsersScreen,
})
