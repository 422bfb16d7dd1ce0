import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import type { Prompt } from '@balcao/shared/entities/prompt.ts'
import { useQuery } from '@tanstack/react-query'
import { Gauge, Sparkles, Volume2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { Button } from '#/components/ui/button.tsx'
import { ColorDot } from '#/components/ui/pill.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { useUsageText } from './use-usage-text.ts'

const PromptDialog = lazyPart(() => import('./prompt-dialog.tsx').then(file => file.PromptDialog))
const LimitDialog = lazyPart(() => import('./limit-dialog.tsx').then(file => file.LimitDialog))

type Removed = ResultOf<typeof prompts.remove>

/** Shows the AI agents, and the tokens they have used this month. */
export function PromptsScreen() {
  const { t } = useTranslation('prompts')
  const { oneLine, rowHeight } = useListRowHeight()
  const { list, rows, search } = useRowList(prompts.list, page => page.prompts)
  const usage = useQuery(apiQuery(prompts.usage))
  const usageText = useUsageText()
  const isWide = useMediaQuery('(min-width: 600px)')
  const [limiting, setLimiting] = useState(false)
  return (
    <>
      <ListScreen
        title={t('title')}
        // On a phone the dialog of the limit shows it.
        count={isWide && usage.data ? usageText(usage.data) : undefined}
        addLabel={t('add')}
        actions={
          usage.data && (
            <Button
              aria-label={t('limit.open')}
              className="max-sm:w-control max-sm:px-0"
              icon={<Gauge size={16} />}
              onClick={() => setLimiting(true)}
            >
              {/* On a phone the heading needs the room. */}
              <span className="max-sm:hidden">{t('limit.open')}</span>
            </Button>
          )
        }
        list={list}
        rows={rows}
        search={{ label: t('search'), ...search }}
        rowHeight={rowHeight}
        skeletons={8}
        firstUse={{ icon: <Sparkles size={20} />, title: t('empty'), hint: t('emptyHint') }}
        removal={{
          title: row => t('deleteTitle', { name: row.name }),
          hint: t('deleteHint'),
          done: (answer: Removed) => answer.message,
          call: row => api(prompts.remove, { params: { id: row.id } }),
          list: prompts.list,
          rowsKey: 'prompts',
        }}
        dialog={(row, onClose) => <PromptDialog row={row} onClose={onClose} />}
      >
        {({ active, edit, remove }) => (
          <PagedRows list={list} label={t('title')} items={rows} rowHeight={rowHeight} activeIndex={active}>
            {(row, index) => (
              <ListRow active={index === active}>
                <RowOpener oneLine={oneLine} onOpen={() => edit(row)}>
                  <span
                    title={row.name}
                    className={oneLine ? 'w-64 shrink-0 truncate font-medium' : 'w-full truncate font-medium'}
                  >
                    {row.name}
                  </span>
                  <Facts row={row} />
                </RowOpener>
                <RowActions
                  name={row.name}
                  onEdit={oneLine ? () => edit(row) : undefined}
                  onDelete={() => remove(row)}
                />
              </ListRow>
            )}
          </PagedRows>
        )}
      </ListScreen>
      <Suspense>
        {limiting && usage.data && <LimitDialog usage={usage.data} onClose={() => setLimiting(false)} />}
      </Suspense>
    </>
  )
}

/** Shows the queue it hands off to, how it answers, and whether its key is missing. */
function Facts({ row }: { row: Prompt }) {
  const { t } = useTranslation('prompts')
  return (
    <span className="flex w-full min-w-0 flex-1 items-center gap-3 text-ink-2 text-sm">
      <span className="flex min-w-0 items-center gap-1.5" title={t('handsOverTo')}>
        {row.queue && <ColorDot color={row.queue.color} />}
        <span className="truncate">{row.queue?.name ?? t('noQueue')}</span>
      </span>
      {row.voice !== 'texto' && (
        <span className="flex shrink-0 items-center gap-1">
          <Volume2 size={14} className="icon" aria-label={t('byVoice')} />
        </span>
      )}
      {!row.hasApiKey && <span className="shrink-0 text-danger-ink">{t('noKey')}</span>}
    </span>
  )
}
