import { auth } from '@balcao/shared/api/account/auth.ts'
import { companies } from '@balcao/shared/api/company/companies.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Company } from '@balcao/shared/entities/company.ts'
import { useMutation } from '@tanstack/react-query'
import { Building2, LifeBuoy, Power, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '#/components/add-button.tsx'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { ListSearch } from '#/components/list-search.tsx'
import { ListStates } from '#/components/list-states.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { FirstUse } from '#/components/query-states.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { cn } from '#/lib/cn.ts'
import { formatDate, formatPhone } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { applyListEvent, queryClient } from '#/lib/queries.ts'
import { api, enterSupport, useUser } from '#/lib/session.ts'
import { companyZone } from '#/lib/settings.ts'
import { toast } from '#/lib/toast.ts'
import { useListKeys } from '#/lib/use-list-keys.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { dueTone } from './due-tone.ts'

const CompanyDialog = lazyPart(() => import('./company-dialog.tsx').then(file => file.CompanyDialog))
const NewCompanyDialog = lazyPart(() => import('./new-company-dialog.tsx').then(file => file.NewCompanyDialog))
const RemoveCompanyDialog = lazyPart(() => import('./remove-company-dialog.tsx').then(file => file.RemoveCompanyDialog))

/**
 * Formats a company's telephone number, which is stored without the country code where that is
 * Brazil.
 */
const phoneText = (phone: string): string =>
  phone.length < 12 && phone ? formatPhone(`55${phone}`) : formatPhone(phone)

/** Shows every company to super users, and their own one to admins. */
export function CompaniesScreen() {
  const { t } = useTranslation('platform')
  const user = useUser()
  const { oneLine, rowHeight } = useListRowHeight()
  const { list, rows, search } = useRowList(companies.list, page => page.companies)
  const [shown, setShown] = useState<Company | 'new' | null>(null)
  const [removed, setRemoved] = useState<Company | null>(null)
  const active = useListKeys(rows.length, index => setShown(rows[index] ?? null))
  const change = useMutation({
    mutationFn: ({ id, status }: Company) => api(companies.update, { params: { id }, body: { status: !status } }),
    onSuccess: row => {
      applyListEvent(queryClient, companies.list, 'companies', { action: 'update', row })
      toast.success(t(row.status ? 'companies.enabled' : 'companies.disabledDone'))
    },
    onError: toast.error,
  })
  const support = useMutation({
    mutationFn: ({ id }: Company) => enterSupport(call => call(auth.startSupport, { body: { companyId: id } })),
    onError: toast.error,
  })
  const askDisable = async (company: Company) => {
    const yes =
      !company.status ||
      (await confirm({
        title: t('companies.disableTitle', { name: company.name }),
        description: t('companies.disableHint'),
        confirmLabel: t('companies.disable'),
      }))
    if (yes) change.mutate(company)
  }
  const add = () => setShown('new')
  return (
    <Screen
      header={
        <ScreenHeader
          title={t('companies.title')}
          action={user.super && <AddButton label={t('companies.add')} onClick={add} />}
        >
          {user.super && <ListSearch label={t('companies.search')} value={search.text} onChange={search.onChange} />}
        </ScreenHeader>
      }
    >
      <ListStates
        list={list}
        count={rows.length}
        rowHeight={rowHeight}
        rows={6}
        search={search}
        firstUse={
          <FirstUse
            icon={<Building2 size={20} />}
            title={t('companies.empty')}
            addLabel={t('companies.add')}
            onAdd={add}
          >
            {t('companies.emptyHint')}
          </FirstUse>
        }
      >
        <PagedRows list={list} label={t('companies.title')} items={rows} rowHeight={rowHeight} activeIndex={active}>
          {(company, index) => (
            <ListRow active={index === active}>
              <CompanyPicture company={company} />
              <RowOpener oneLine={oneLine} onOpen={() => setShown(company)}>
                <span title={company.name} className="flex min-w-0 flex-1 items-center gap-2">
                  <span className="truncate font-medium">{company.name}</span>
                  {company.deleting ? (
                    <Badge tone="danger">{t('companies.deleting')}</Badge>
                  ) : (
                    !company.status && <Badge>{t('companies.disabled')}</Badge>
                  )}
                </span>
                {oneLine && (
                  <>
                    <span className="tabular w-40 shrink-0 text-ink-2">{phoneText(company.phone)}</span>
                    <span title={company.email} className="w-56 shrink-0 truncate text-ink-2">
                      {company.email}
                    </span>
                  </>
                )}
                <DueDate company={company} />
              </RowOpener>
              <RowActions name={company.name} onEdit={oneLine ? () => setShown(company) : undefined}>
                {user.super && (company.deleting || company.id === user.companyId) && oneLine && (
                  // The other rows have three buttons, and all columns stay aligned.
                  <span aria-hidden className="w-[calc(3*var(--spacing-control-sm))]" />
                )}
                {user.super && !company.deleting && company.id !== user.companyId && (
                  <>
                    <IconButton
                      label={t('companies.support', { name: company.name })}
                      icon={<LifeBuoy size={16} />}
                      size="sm"
                      onClick={() => support.mutate(company)}
                    />
                    <IconButton
                      label={t(company.status ? 'companies.disableOne' : 'companies.enableOne', { name: company.name })}
                      icon={<Power size={16} />}
                      size="sm"
                      onClick={() => void askDisable(company)}
                    />
                    <IconButton
                      label={t('companies.deleteOne', { name: company.name })}
                      icon={<Trash2 size={16} />}
                      size="sm"
                      tone="danger"
                      onClick={() => setRemoved(company)}
                    />
                  </>
                )}
              </RowActions>
            </ListRow>
          )}
        </PagedRows>
      </ListStates>
      <Suspense>
        {shown === 'new' && <NewCompanyDialog onClose={() => setShown(null)} />}
        {shown !== null && shown !== 'new' && <CompanyDialog company={shown} onClose={() => setShown(null)} />}
        {removed && (
          <RemoveCompanyDialog
            company={removed}
            onClose={() => setRemoved(null)}
            onBegun={() => void queryClient.invalidateQueries({ queryKey: queryKey(companies.list) })}
          />
        )}
      </Suspense>
    </Screen>
  )
}

function CompanyPicture({ company: { mediaPath } }: { company: Company }) {
  return (
    <span className="flex size-7 shrink-0 items-center justify-center overflow-hidden rounded-md bg-active text-ink-2">
      {mediaPath ? (
        <img src={mediaPath} alt="" className="size-full object-contain" />
      ) : (
        <Building2 aria-hidden size={16} className="icon" />
      )}
    </span>
  )
}

/**
 * Shows the due date in the company's time zone. Colour and word say how near it is
 * (decision 0041).
 */
function DueDate({ company: { dueDate, timezone = companyZone() } }: { company: Company }) {
  const { t } = useTranslation('platform')
  const tone = dueTone(Date.now(), dueDate, timezone)
  return (
    <span
      className={cn(
        'tabular shrink-0 self-start whitespace-nowrap rounded-sm text-sm sm:w-44 sm:self-auto sm:text-right',
        tone !== 'none' && 'px-1.5',
        tone === 'soon' && 'bg-warning-soft text-warning-ink',
        tone === 'near' && 'bg-warning-soft font-medium text-warning-ink outline outline-warning-ink/40',
        tone === 'late' && 'bg-danger-soft font-medium text-danger-ink',
        tone === 'none' && 'text-ink-2',
      )}
    >
      {tone !== 'none' && <span className="mr-1.5 text-xs">{t(`companies.due.${tone}`)}</span>}
      {formatDate(dueDate, timezone)}
    </span>
  )
}
