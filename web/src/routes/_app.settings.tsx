import { createFileRoute } from '@tanstack/react-router'
import { SettingsScreen } from '#/features/company/settings-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/settings')({
  beforeLoad: requireAccess('admin'),
  loader: () => loadTexts('company'),
  component: SettingsScreen,
})
