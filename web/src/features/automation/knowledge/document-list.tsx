import { knowledge } from '@balcao/shared/api/automation/knowledge.ts'
import type { Knowledge } from '@balcao/shared/entities/knowledge.ts'
import { useMutation } from '@tanstack/react-query'
import { BookOpen, FileSpreadsheet, FileText, Globe, ScanSearch, Type } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '#/components/add-button.tsx'
import { RowActions } from '#/components/list-row.tsx'
import { ListSearch } from '#/components/list-search.tsx'
import { ListStates } from '#/components/list-states.tsx'
import { MoreButton } from '#/components/more-button.tsx'
import { FirstUse } from '#/components/query-states.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { codeText } from '#/lib/error-text.ts'
import { formatNumber, formatWhen } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useRemove } from '#/lib/use-remove.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import type { Draft } from './draft.ts'

const AddDocumentDialog = lazyPart(() => import('./add-document-dialog.tsx').then(file => file.AddDocumentDialog))

const ICONS: Record<Knowledge['kind'], ReactNode> = {
  text: <Type size={18} />,
  pdf: <FileText size={18} />,
  docx: <FileText size={18} />,
  sheet: <FileSpreadsheet size={18} />,
  page: <Globe size={18} />,
}

interface DocumentListProps {
  /** Question that a new text is about. */
  draft: Draft
  onDraftDone: () => void
}

/** Shows the documents with the status of each, and adds and deletes them. */
export function DocumentList({ draft, onDraftDone }: DocumentListProps) {
  const { t } = useTranslation('prompts', { keyPrefix: 'knowledge' })
  const { list, rows, search } = useRowList(knowledge.list, page => page.knowledge)
  const [adding, setAdding] = useState(false)
  const askRemove = useRemove<Knowledge>({
    title: row => t('deleteTitle', { name: row.name }),
    hint: t('deleteHint'),
    done: t('deleted'),
    call: row => api(knowledge.remove, { params: { id: row.id } }),
    list: knowledge.list,
    rowsKey: 'knowledge',
  })
  const embed = useMutation({
    mutationFn: () => api(knowledge.embed, {}),
    onSuccess: () => toast.success(t('embedding')),
    onError: toast.error,
  })
  const close = () => {
    setAdding(false)
    onDraftDone()
  }
  const add = () => setAdding(true)
  const byWords = rows.some(row => row.status === 'ready' && !row.embedded)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ListSearch label={t('search')} value={search.text} onChange={search.onChange} />
        <AddButton label={t('add')} onClick={add} />
      </div>
      {byWords && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-surface p-3">
          <p className="min-w-0 flex-1 basis-64 text-ink-2 text-sm">{t('byWordsHint')}</p>
          <Button size="sm" icon={<ScanSearch size={16} />} loading={embed.isPending} onClick={() => embed.mutate()}>
            {t('embed')}
          </Button>
        </div>
      )}
      <ListStates
        list={list}
        count={rows.length}
        rowHeight={72}
        rows={5}
        search={search}
        firstUse={
          <FirstUse icon={<BookOpen size={20} />} title={t('empty')} addLabel={t('add')} onAdd={add}>
            {t('emptyHint')}
          </FirstUse>
        }
      >
        <ul aria-label={t('title')} className="flex flex-col rounded-md border border-line bg-surface">
          {rows.map(row => (
            <li key={row.id} className="flex items-center gap-3 border-line border-b p-3 last:border-b-0">
              <span aria-hidden className="icon shrink-0 text-ink-3">
                {ICONS[row.kind]}
              </span>
              <DocumentFacts row={row} />
              <RowActions name={row.name} onDelete={() => void askRemove(row)} />
            </li>
          ))}
        </ul>
        <MoreButton list={list} className="mt-3" />
      </ListStates>
      <Suspense>{(adding || draft) && <AddDocumentDialog draft={draft} onClose={close} />}</Suspense>
    </div>
  )
}

/** Shows a document's name, its status and what there is to know about it. */
function DocumentFacts({ row }: { row: Knowledge }) {
  const { t } = useTranslation('prompts', { keyPrefix: 'knowledge' })
  const facts = [
    t(`kind.${row.kind}`),
    ...(row.status === 'ready' ? [t('passages', { count: row.passages, shown: formatNumber(row.passages) })] : []),
    formatWhen(row.createdAt),
  ]
  return (
    <div className="min-w-0 flex-1">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h2 className="min-w-0 break-words font-medium">{row.name}</h2>
        <StatusBadge row={row} />
      </div>
      <p className="text-ink-2 text-sm">{facts.join(' · ')}</p>
      {row.error && (
        <p className={row.status === 'failed' ? 'text-danger-ink text-sm' : 'text-ink-2 text-sm'}>
          {row.status === 'ready' && `${t('wordsBecause')} `}
          {codeText(row.error) ?? row.error}
        </p>
      )}
    </div>
  )
}

function StatusBadge({ row }: { row: Knowledge }) {
  const { t } = useTranslation('prompts', { keyPrefix: 'knowledge' })
  if (row.status === 'reading') return <Badge tone="info">{t('status.reading')}</Badge>
  if (row.status === 'failed') return <Badge tone="danger">{t('status.failed')}</Badge>
  return row.embedded ? (
    <Badge tone="success">{t('status.ready')}</Badge>
  ) : (
    <Badge tone="warning">{t('status.words')}</Badge>
  )
}
