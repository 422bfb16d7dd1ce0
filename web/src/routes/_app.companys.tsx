import { createFileRoute } from '@tanstack/react-router'
import { CompaniesScreen } from '#/features/platform/companies-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/companys')({
  loader: () => loadTexts('platform', 'media', 'lists'),
  component: CompaniesScreen,
})
