import { categories } from '@balcao/shared/api/catalog/categories.ts'
import { Shapes } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { ColorDot } from '#/components/ui/pill.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'

const CategoryDialog = lazyPart(() => import('./category-dialog.tsx').then(file => file.CategoryDialog))

export function CategoriesScreen() {
  const { t } = useTranslation('catalog')
  const { oneLine, rowHeight } = useListRowHeight()
  const { list, rows, search } = useRowList(categories.list, page => page.categories)
  return (
    <ListScreen
      title={t('categories.title')}
      addLabel={t('categories.add')}
      list={list}
      rows={rows}
      search={{ label: t('categories.search'), ...search }}
      rowHeight={rowHeight}
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
      dialog={(category, onClose) => <CategoryDialog category={category} onClose={onClose} />}
    >
      {({ active, edit, remove }) => (
        <PagedRows list={list} label={t('categories.title')} items={rows} rowHeight={rowHeight} activeIndex={active}>
          {(category, index) => (
            <ListRow active={index === active}>
              <RowOpener oneLine={oneLine} onOpen={() => edit(category)}>
                {oneLine && <span className="tabular w-24 shrink-0 truncate text-ink-2">{category.code ?? '–'}</span>}
                <span className="flex min-w-0 items-center gap-2 sm:flex-1">
                  {category.color && <ColorDot color={category.color} />}
                  <span title={category.name} className="min-w-0 truncate font-medium">
                    {category.name}
                  </span>
                </span>
                {!oneLine && <span className="text-ink-2 text-sm">{category.code ?? '–'}</span>}
              </RowOpener>
              <RowActions
                name={category.name}
                onEdit={oneLine ? () => edit(category) : undefined}
                onDelete={() => remove(category)}
              />
            </ListRow>
          )}
        </PagedRows>
      )}
    </ListScreen>
  )
}
