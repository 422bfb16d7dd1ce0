import { portfolios } from '@balcao/shared/api/customers/portfolios.ts'
import { BriefcaseBusiness } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { cn } from '#/lib/cn.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'

const PortfolioDialog = lazyPart(() => import('./portfolio-dialog.tsx').then(file => file.PortfolioDialog))

export function PortfoliosScreen() {
  const { t } = useTranslation('customers')
  const { oneLine, rowHeight } = useListRowHeight()
  const { list, rows, search } = useRowList(portfolios.list, page => page.portfolios)
  return (
    <ListScreen
      title={t('portfolios.title')}
      addLabel={t('portfolios.add')}
      list={list}
      rows={rows}
      search={{ label: t('portfolios.search'), ...search }}
      rowHeight={rowHeight}
      skeletons={8}
      firstUse={{
        icon: <BriefcaseBusiness size={20} />,
        title: t('portfolios.empty'),
        hint: t('portfolios.emptyHint'),
      }}
      removal={{
        title: portfolio => t('portfolios.deleteTitle', { name: portfolio.name }),
        hint: t('portfolios.deleteHint'),
        done: t('portfolios.deleted'),
        call: portfolio => api(portfolios.remove, { params: { id: portfolio.id } }),
        list: portfolios.list,
        rowsKey: 'portfolios',
      }}
      dialog={(portfolio, onClose) => <PortfolioDialog portfolio={portfolio} onClose={onClose} />}
    >
      {({ active, edit, remove }) => (
        <PagedRows list={list} label={t('portfolios.title')} items={rows} rowHeight={rowHeight} activeIndex={active}>
          {(portfolio, index) => (
            <ListRow active={index === active}>
              <RowOpener oneLine={oneLine} onOpen={() => edit(portfolio)}>
                <span title={portfolio.name} className={cn('truncate font-medium', oneLine && 'min-w-0 flex-1')}>
                  {portfolio.name}
                </span>
                <span
                  title={portfolio.user?.name}
                  className={cn('truncate text-ink-2', oneLine ? 'min-w-0 flex-1' : 'text-sm')}
                >
                  {portfolio.user?.name ?? t('portfolios.noSeller')}
                </span>
              </RowOpener>
              <RowActions
                name={portfolio.name}
                onEdit={oneLine ? () => edit(portfolio) : undefined}
                onDelete={() => remove(portfolio)}
              />
            </ListRow>
          )}
        </PagedRows>
      )}
    </ListScreen>
  )
}
