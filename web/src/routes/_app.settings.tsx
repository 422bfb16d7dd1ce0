import { createFileRoute } from '@tanstack/react-router'
import { SettingsScreen } from '#/features/company/settings-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/settings')({
  loader: () => loadTexts('company', 'lists'),
  component: SettingsScreen,
})
