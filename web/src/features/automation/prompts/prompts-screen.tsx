import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import type { Prompt } from '@balcao/shared/entities/prompt.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FlaskConical, Gauge, Sparkles, Volume2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import { useYesNo } from '#/components/list/use-yes-no.ts'
import { ListScreen } from '#/components/list-screen.tsx'
import { Button } from '#/components/ui/button.tsx'
import { ColorDot } from '#/components/ui/pill.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { useUsageText } from './use-usage-text.ts'

const PromptDialog = lazyPart(() => import('./prompt-dialog.tsx').then(file => file.PromptDialog))
const TestsScreen = lazyPart(() => import('./tests/tests-screen.tsx').then(file => file.TestsScreen))
const LimitDialog = lazyPart(() => import('./limit-dialog.tsx').then(file => file.LimitDialog))

type Removed = ResultOf<typeof prompts.remove>

/** Shows the AI agents, or the tests of the one that the address names. */
export function PromptsScreen() {
  const { tests } = useSearch({ strict: false }) as { tests?: unknown }
  return typeof tests === 'string' ? (
    <Suspense fallback={null}>
      <TestsScreen promptId={tests} />
    </Suspense>
  ) : (
    <PromptList />
  )
}

/** Shows the AI agents, and the tokens they have used this month. */
function PromptList() {
  const { t } = useTranslation('prompts')
  const yesNo = useYesNo()
  const { list, rows, search } = useRowList(prompts.list, page => page.prompts)
  const usage = useQuery(apiQuery(prompts.usage))
  const usageText = useUsageText()
  const isWide = useMediaQuery('(min-width: 600px)')
  const navigate = useNavigate()
  const [limiting, setLimiting] = useState(false)
  const columns: Column<Prompt>[] = [
    { id: 'name', head: t('name'), main: true, text: ({ name }) => name },
    {
      id: 'queue',
      head: t('handsOverTo'),
      beside: 20,
      text: ({ queue }) => queue?.name ?? '',
      cell: row => <Queue row={row} />,
    },
    { id: 'model', head: t('model'), from: 1200, text: ({ model }) => model },
    { id: 'voice', head: t('byVoice'), named: true, text: ({ voice }) => yesNo(voice !== 'texto') },
    {
      id: 'key',
      head: t('apiKey'),
      named: true,
      text: ({ hasApiKey }) => yesNo(hasApiKey),
      cell: ({ hasApiKey }) => (hasApiKey ? yesNo(true) : <NoKey />),
    },
  ]
  return (
    <>
      <ListScreen
        name="prompts"
        title={t('title')}
        // On a phone the dialog of the limit shows it.
        meta={isWide && usage.data ? usageText(usage.data) : undefined}
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
        more={row => [
          {
            id: 'tests',
            label: t('tests.titleOf', { name: row.name }),
            short: t('tests.title'),
            icon: <FlaskConical size={16} />,
            run: () => void navigate({ to: '.', search: { tests: row.id } as never }),
          },
        ]}
        dialog={(row, onClose) => <PromptDialog row={row} onClose={onClose} />}
        nameOf={({ name }) => name}
        columns={columns}
        card={row => ({ title: <span className="truncate">{row.name}</span>, line: <Facts row={row} /> })}
      />
      <Suspense>
        {limiting && usage.data && <LimitDialog usage={usage.data} onClose={() => setLimiting(false)} />}
      </Suspense>
    </>
  )
}

/** Shows the queue it hands off to. */
function Queue({ row: { queue } }: { row: Prompt }) {
  const { t } = useTranslation('prompts')
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={t('handsOverTo')}>
      {queue && <ColorDot color={queue.color} />}
      <span className="truncate">{queue?.name ?? t('noQueue')}</span>
    </span>
  )
}

function NoKey() {
  const { t } = useTranslation('prompts')
  return <span className="shrink-0 text-danger-ink">{t('noKey')}</span>
}

/** Shows the queue, whether it answers by voice, and whether its key is missing. */
function Facts({ row }: { row: Prompt }) {
  const { t } = useTranslation('prompts')
  return (
    <>
      <Queue row={row} />
      {row.voice !== 'texto' && <Volume2 size={14} className="icon shrink-0" aria-label={t('byVoice')} />}
      {!row.hasApiKey && <NoKey />}
    </>
  )
}
