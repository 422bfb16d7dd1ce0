import { auth } from '@balcao/shared/api/account/auth.ts'
import { companies } from '@balcao/shared/api/company/companies.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Company } from '@balcao/shared/entities/company.ts'
import { useMutation } from '@tanstack/react-query'
import { Building2, LifeBuoy, Power } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import { ListScreen } from '#/components/list-screen.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { Picture } from '#/components/ui/picture.tsx'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { cn } from '#/lib/cn.ts'
import { formatDate, formatPhone } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { queryClient } from '#/lib/queries.ts'
import { api, enterSupport, useUser } from '#/lib/session.ts'
import { companyZone } from '#/lib/settings.ts'
import { toast } from '#/lib/toast.ts'
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
  const { list, rows, search } = useRowList(companies.list, page => page.companies)
  const [removed, setRemoved] = useState<Company | null>(null)
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
  const isOther = ({ deleting, id }: Company) => user.super && !deleting && id !== user.companyId
  const columns: Column<Company>[] = [
    {
      id: 'name',
      head: t('field.name'),
      main: true,
      beside: 90,
      text: ({ name }) => name,
      cell: company => <Name company={company} />,
    },
    { id: 'phone', head: t('field.phone'), text: ({ phone }) => phoneText(phone) },
    { id: 'email', head: t('field.email'), text: ({ email }) => email },
    {
      id: 'dueDate',
      head: t('field.dueDate'),
      beside: 110,
      text: ({ dueDate, timezone }) => formatDate(dueDate, timezone ?? companyZone()),
      order: ({ dueDate }) => dueDate,
      cell: company => <DueDate company={company} />,
    },
  ]
  return (
    <>
      <ListScreen
        name="companies"
        title={t('companies.title')}
        {...(user.super ? { addLabel: t('companies.add'), search: { label: t('companies.search'), ...search } } : {})}
        list={list}
        rows={rows}
        skeletons={6}
        firstUse={{ icon: <Building2 size={20} />, title: t('companies.empty'), hint: t('companies.emptyHint') }}
        nameOf={({ name }) => name}
        lead={{ width: 28, show: company => <CompanyPicture company={company} /> }}
        columns={columns}
        card={company => ({ title: <Name company={company} />, line: <DueDate company={company} /> })}
        more={company =>
          user.super
            ? [
                {
                  id: 'support',
                  label: t('companies.support', { name: company.name }),
                  short: t('companies.supportShort'),
                  icon: <LifeBuoy size={16} />,
                  run: isOther(company) ? () => support.mutate(company) : undefined,
                },
                {
                  id: 'power',
                  label: t(company.status ? 'companies.disableOne' : 'companies.enableOne', { name: company.name }),
                  short: t(company.status ? 'companies.disable' : 'companies.enable'),
                  icon: <Power size={16} />,
                  run: isOther(company) ? () => void askDisable(company) : undefined,
                },
              ]
            : []
        }
        onDelete={setRemoved}
        noDelete={!user.super}
        mayDelete={isOther}
        dialog={(company, onClose) =>
          company ? <CompanyDialog company={company} onClose={onClose} /> : <NewCompanyDialog onClose={onClose} />
        }
      />
      <Suspense>
        {removed && (
          <RemoveCompanyDialog
            company={removed}
            onClose={() => setRemoved(null)}
            onBegun={() => void queryClient.invalidateQueries({ queryKey: queryKey(companies.list) })}
          />
        )}
      </Suspense>
    </>
  )
}

function Name({ company: { name, deleting, status } }: { company: Company }) {
  const { t } = useTranslation('platform')
  return (
    <>
      <span title={name} className="truncate">
        {name}
      </span>
      {deleting ? (
        <Badge tone="danger">{t('companies.deleting')}</Badge>
      ) : (
        !status && <Badge>{t('companies.disabled')}</Badge>
      )}
    </>
  )
}

function CompanyPicture({ company: { mediaPath } }: { company: Company }) {
  return (
    <span className="flex size-7 shrink-0 items-center justify-center overflow-hidden rounded-md bg-active text-ink-2">
      <Picture
        src={mediaPath}
        className="size-full object-contain"
        instead={<Building2 aria-hidden size={16} className="icon" />}
      />
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
        'tabular shrink-0 whitespace-nowrap rounded-sm text-sm',
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
