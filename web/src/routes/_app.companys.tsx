import { createFileRoute } from '@tanstack/react-router'
import { CompaniesScreen } from '#/features/platform/companies-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/companys')({
  beforeLoad: requireAccess('admin'),
  loader: () => loadTexts('platform', 'media'),
  component: CompaniesScreen,
})
