import { fields } from '@balcao/shared/api/company/fields.ts'
import { type CustomField, FIELD_OWNERS } from '@balcao/shared/entities/custom-field.ts'
import { useQuery } from '@tanstack/react-query'
import { ListPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RowActions } from '#/components/list-row.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRemove } from '#/lib/use-remove.ts'
import { CompanyRows } from './company-rows.tsx'

const FieldDialog = lazyPart(() => import('./field-dialog.tsx').then(file => file.FieldDialog), 'fields')

/** Shows the company's custom fields, by the kind of row that they are on. Texts: `fields`. */
export function CompanyFields() {
  const { t } = useTranslation('fields')
  const list = useQuery(apiQuery(fields.listAll))
  const [shown, setShown] = useState<CustomField | 'new' | null>(null)
  const rows = list.data ?? []
  const add = () => setShown('new')
  const texts = { hint: t('hint'), add: t('add'), empty: t('empty'), emptyHint: t('emptyHint') }
  const askRemove = useRemove<CustomField>({
    title: row => t('deleteTitle', { name: row.name }),
    hint: t('deleteHint'),
    done: t('deleted'),
    call: row => api(fields.remove, { params: { id: row.id } }),
    list: fields.listAll,
    rowsKey: null,
  })
  return (
    <div>
      <CompanyRows list={list} count={rows.length} icon={<ListPlus size={20} />} texts={texts} onAdd={add}>
        {FIELD_OWNERS.map(owner => {
          const own = rows.filter(({ on }) => on === owner)
          if (own.length === 0) return null
          return (
            <section key={owner} className="pt-3 first:pt-0">
              <h2 className="mb-1 font-semibold">{t(`owner.${owner}`)}</h2>
              <ul aria-label={t(`owner.${owner}`)} className="overflow-hidden rounded-md border border-line bg-surface">
                {own.map(row => (
                  <FieldRow key={row.id} row={row} onOpen={() => setShown(row)} onDelete={() => void askRemove(row)} />
                ))}
              </ul>
            </section>
          )
        })}
      </CompanyRows>
      <Suspense>
        {shown && <FieldDialog field={shown === 'new' ? null : shown} onClose={() => setShown(null)} />}
      </Suspense>
    </div>
  )
}

function FieldRow({ row, onOpen, onDelete }: { row: CustomField; onOpen: () => void; onDelete: () => void }) {
  const { t } = useTranslation('fields')
  const { oneLine } = useListRowHeight()
  return (
    <li className="relative flex min-h-14 items-center gap-3 border-line border-b px-4 py-2 last:border-0 hover:bg-hover">
      <button
        type="button"
        onClick={onOpen}
        className="min-w-0 flex-1 text-left -outline-offset-2 after:absolute after:inset-0"
      >
        <span title={row.name} className="block truncate font-medium">
          {row.name}
        </span>
        <span className="block truncate text-ink-2 text-xs">
          {[t(`types.${row.type}`), row.choices.join(', ')].filter(Boolean).join(' · ')}
        </span>
      </button>
      <RowActions name={row.name} onEdit={oneLine ? onOpen : undefined} onDelete={onDelete} />
    </li>
  )
}
