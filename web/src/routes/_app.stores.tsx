import { createFileRoute } from '@tanstack/react-router'
import { StoresScreen } from '#/features/catalog/stores-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/stores')({
  beforeLoad: requireAccess('catalog'),
  loader: () => loadTexts('catalog', 'customers'),
  component: StoresScreen,
})
