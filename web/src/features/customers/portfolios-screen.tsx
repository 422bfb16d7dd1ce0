import { portfolios } from '@balcao/shared/api/customers/portfolios.ts'
import type { Portfolio } from '@balcao/shared/entities/portfolio.ts'
import { BriefcaseBusiness } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import { ListScreen } from '#/components/list-screen.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useRowList } from '#/lib/use-row-list.ts'

const PortfolioDialog = lazyPart(() => import('./portfolio-dialog.tsx').then(file => file.PortfolioDialog))

export function PortfoliosScreen() {
  const { t } = useTranslation('customers')
  const { list, rows, search } = useRowList(portfolios.list, page => page.portfolios)
  const columns: Column<Portfolio>[] = [
    { id: 'code', head: t('portfolios.code'), optional: true, text: ({ code }) => code ?? '' },
    { id: 'name', head: t('portfolios.name'), main: true, text: ({ name }) => name },
    { id: 'seller', head: t('portfolios.seller'), text: ({ user }) => user?.name ?? '' },
  ]
  return (
    <ListScreen
      name="portfolios"
      title={t('portfolios.title')}
      addLabel={t('portfolios.add')}
      list={list}
      rows={rows}
      search={{ label: t('portfolios.search'), ...search }}
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
      nameOf={({ name }) => name}
      columns={columns}
      card={({ name, user }) => ({
        title: <span className="truncate">{name}</span>,
        line: <span className="truncate">{user?.name ?? t('portfolios.noSeller')}</span>,
      })}
      dialog={(portfolio, onClose) => <PortfolioDialog portfolio={portfolio} onClose={onClose} />}
    />
  )
}
