import { isId } from '@balcao/shared/ids.ts'
import { createFileRoute } from '@tanstack/react-router'
import type { ProductSearch } from '#/features/catalog/product-search.ts'
import { ProductsScreen } from '#/features/catalog/products-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/products')({
  validateSearch: ({ category, store, active, low }: Record<string, unknown>): ProductSearch => ({
    ...(typeof category === 'string' && isId(category) ? { category } : {}),
    ...(typeof store === 'string' && isId(store) ? { store } : {}),
    ...(typeof active === 'boolean' ? { active } : {}),
    ...(low === true ? { low } : {}),
  }),
  loader: () => loadTexts('catalog', 'lists'),
  component: ProductsScreen,
})
