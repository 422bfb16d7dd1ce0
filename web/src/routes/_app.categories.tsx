import { createFileRoute } from '@tanstack/react-router'
import { CategoriesScreen } from '#/features/catalog/categories-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/categories')({
  beforeLoad: requireAccess('catalog'),
  loader: () => loadTexts('catalog'),
  component: CategoriesScreen,
})
