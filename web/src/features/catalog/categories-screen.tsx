import { categories } from '@balcao/shared/api/catalog/categories.ts'
import type { Category } from '@balcao/shared/entities/category.ts'
import { Shapes } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import { ListScreen } from '#/components/list-screen.tsx'
import { ColorDot } from '#/components/ui/pill.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useRowList } from '#/lib/use-row-list.ts'

const CategoryDialog = lazyPart(() => import('./category-dialog.tsx').then(file => file.CategoryDialog))

export function CategoriesScreen() {
  const { t } = useTranslation(['catalog', 'lists'])
  const { list, rows, search } = useRowList(categories.list, page => page.categories)
  const columns: Column<Category>[] = [
    { id: 'code', head: t('lists:column.code'), text: ({ code }) => code ?? '' },
    { id: 'name', head: t('lists:column.name'), main: true, text: ({ name }) => name },
  ]
  return (
    <ListScreen
      name="categories"
      title={t('categories.title')}
      addLabel={t('categories.add')}
      list={list}
      rows={rows}
      search={{ label: t('categories.search'), ...search }}
      skeletons={8}
      firstUse={{ icon: <Shapes size={20} />, title: t('categories.empty'), hint: t('categories.emptyHint') }}
      removal={{
        title: category => t('categories.deleteTitle', { name: category.name }),
        hint: t('categories.deleteHint'),
        done: t('categories.deleted'),
        call: category => api(categories.remove, { params: { id: category.id } }),
        list: categories.list,
        rowsKey: 'categories',
      }}
      nameOf={({ name }) => name}
      lead={{ width: 10, show: ({ color }) => <ColorDot color={color} /> }}
      columns={columns}
      card={({ name, code }) => ({ title: <span className="truncate">{name}</span>, line: code ?? '–' })}
      dialog={(category, onClose) => <CategoryDialog category={category} onClose={onClose} />}
    />
  )
}
