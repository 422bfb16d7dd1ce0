import { queue as queueRoutes } from '@balcao/shared/api/team/queue.ts'
import type { Queue } from '@balcao/shared/entities/queue.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useBlocker, useParams } from '@tanstack/react-router'
import { ArrowLeft, Pencil } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListSkeleton } from '#/components/query-states.tsx'
import { Button } from '#/components/ui/button.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { ColorDot } from '#/components/ui/pill.tsx'
import { ScreenHeader } from '#/components/ui/screen-header.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#/components/ui/tabs.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery } from '#/lib/queries.ts'
import { useShortcut } from '#/lib/shortcuts.ts'
import { toast } from '#/lib/toast.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { useTab } from '#/lib/use-tab.ts'
import { BotSimulator } from './bot-simulator.tsx'
import { OptionEditor } from './option-editor.tsx'
import { type Fault, faultsOf } from './option-tree.ts'
import { useMenuDraft } from './use-menu-draft.ts'

const QueueDialog = lazyPart(() => import('../queue-dialog.tsx').then(file => file.QueueDialog))

/** Shows the screen of the queue in the address. */
export function QueueMenuRoute() {
  const { queueId } = useParams({ from: '/_app/queues_/$queueId' })
  return <QueueMenuScreen queueId={queueId} />
}

/**
 * Shows the menu of a queue: the tree of its options and, beside it, a simulation of the bot before
 * it is saved.
 */
export function QueueMenuScreen({ queueId }: { queueId: string }) {
  const queues = useQuery(apiQuery(queueRoutes.list))
  const queue = queues.data?.find(each => each.id === queueId)
  const gone = queues.data && !queue ? new ApiError('ERR_NO_QUEUE_FOUND', 404) : null
  if (!queue)
    return (
      <div className="flex h-full flex-col p-4 md:px-6">
        <Back />
        {queues.isPending ? (
          <div className="mt-4">
            <ListSkeleton rows={4} height={88} />
          </div>
        ) : (
          <ErrorState error={gone ?? queues.error} onRetry={() => void queues.refetch()} retrying={queues.isFetching} />
        )}
      </div>
    )
  return <QueueMenu key={queue.id} queue={queue} queues={queues.data ?? []} />
}

function Back() {
  const { t } = useTranslation('team')
  return (
    <Link
      to="/queues"
      className="inline-flex items-center gap-1.5 text-ink-2 text-sm underline-offset-4 hover:text-ink hover:underline touch:min-h-11"
    >
      <ArrowLeft aria-hidden size={14} className="icon" />
      {t('queues.title')}
    </Link>
  )
}

const noFaults: ReadonlyMap<string, Fault> = new Map()

function QueueMenu({ queue, queues }: { queue: Queue; queues: readonly Queue[] }) {
  const { t } = useTranslation(['team', 'common'])
  const draft = useMenuDraft(queue.id)
  const [tab, setTab] = useTab(['editor', 'simulator'])
  const [tries, setTries] = useState(0)
  const [editing, setEditing] = useState(false)
  const beside = useMediaQuery('(min-width: 1024px)')
  const { tree, dirty, list } = draft
  const wrong = useMemo(() => faultsOf(tree), [tree])
  const [faults, setFaults] = useState(noFaults)
  // Corrected errors disappear; new ones show only at the next attempt to save.
  const shown = useMemo(() => new Map([...wrong].filter(([key, fault]) => faults.get(key) === fault)), [faults, wrong])

  useBlocker({
    // A tab of the same menu leaves nothing.
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname &&
      !(await confirm({
        title: t('common:form.unsaved'),
        description: t('common:form.unsavedHint'),
        confirmLabel: t('common:action.discard'),
        cancelLabel: t('common:action.stay'),
      })),
    enableBeforeUnload: true,
    disabled: !dirty,
  })

  const save = async () => {
    if (!dirty || draft.saving) return
    setFaults(wrong)
    if (wrong.size > 0) {
      setTries(now => now + 1)
      return setTab('editor')
    }
    if (draft.conflict) {
      const over = await confirm({
        title: t('queues.menu.overTitle'),
        description: t('queues.menu.overHint'),
        confirmLabel: t('queues.menu.over'),
      })
      if (!over) return
    }
    try {
      await draft.save()
      toast.success(t('queues.menu.saved'))
    } catch (error) {
      toast.error(error)
    }
  }
  useShortcut('menuEditor.save', { enabled: dirty, run: () => void save() })

  const editor = (
    <>
      <Greeting queue={queue} onEdit={() => setEditing(true)} />
      <OptionEditor tree={tree} edit={draft.edit} faults={shown} tries={tries} queues={queues} />
    </>
  )
  const simulator = <BotSimulator queue={queue} queues={queues} tree={tree} />

  return (
    <div className="flex h-full flex-col">
      <div className="px-4 pt-4 pb-3 md:px-6">
        <Back />
        <ScreenHeader
          title={t('queues.menu.title', { name: queue.name })}
          meta={
            <span role="status">{draft.saving ? t('queues.menu.saving') : dirty ? t('queues.menu.unsaved') : ''}</span>
          }
          action={
            <Button variant="primary" loading={draft.saving} disabled={!dirty} onClick={() => void save()}>
              {t('common:action.save')}
            </Button>
          }
        />
      </div>
      {draft.conflict && (
        <div
          role="alert"
          className="mx-4 mb-3 flex flex-wrap items-center gap-2 rounded-md bg-warning-soft px-3 py-2 text-warning-ink md:mx-6"
        >
          <span className="min-w-48 flex-1">{t('queues.menu.conflict')}</span>
          <Button size="sm" onClick={draft.takeTheirs}>
            {t('queues.menu.takeTheirs')}
          </Button>
          <Button size="sm" onClick={draft.keepMine}>
            {t('queues.menu.keepMine')}
          </Button>
        </div>
      )}
      {!draft.ready ? (
        <div className="px-4 md:px-6">
          {list.isError ? (
            <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
          ) : (
            <ListSkeleton rows={4} height={88} />
          )}
        </div>
      ) : beside ? (
        <div className="flex min-h-0 flex-1 gap-6 px-6 pb-6">
          <div className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto pr-1">{editor}</div>
          <aside aria-label={t('queues.menu.simulator')} className="flex min-h-0 w-96 shrink-0 flex-col">
            {simulator}
          </aside>
        </div>
      ) : (
        <Tabs value={tab} onValueChange={setTab} className="flex min-h-0 flex-1 flex-col">
          <TabsList className="mx-4 shrink-0">
            <TabsTrigger value="editor">{t('queues.menu.editor')}</TabsTrigger>
            <TabsTrigger value="simulator">{t('queues.menu.simulator')}</TabsTrigger>
          </TabsList>
          <TabsContent
            value="editor"
            className="min-h-0 flex-1 overflow-y-auto px-4 pt-3 pb-6 [--option-indent:12px] data-[state=inactive]:hidden"
            forceMount
          >
            {editor}
          </TabsContent>
          <TabsContent
            value="simulator"
            forceMount
            className="flex min-h-0 flex-1 flex-col px-4 pt-3 pb-4 data-[state=inactive]:hidden"
          >
            {simulator}
          </TabsContent>
        </Tabs>
      )}
      <Suspense>
        {editing && (
          <QueueDialog
            queue={queue}
            inMenu
            taken={queues.filter(({ id }) => id !== queue.id).map(({ color }) => color)}
            onClose={() => setEditing(false)}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Shows the text above the first menu, which is the queue's own. */
function Greeting({ queue, onEdit }: { queue: Queue; onEdit: () => void }) {
  const { t } = useTranslation('team')
  return (
    <div className="mb-2 flex items-start gap-3 rounded-md border border-line bg-surface py-1 pr-1 pl-3">
      <ColorDot color={queue.color} className="mt-3" />
      <div className="min-w-0 flex-1 py-1.5">
        <p className="font-medium text-sm">{t('queues.greeting')}</p>
        <p className="wrap-anywhere line-clamp-3 whitespace-pre-wrap text-ink-2">{queue.greetingMessage}</p>
      </div>
      <IconButton size="sm" label={t('queues.edit')} icon={<Pencil size={16} />} onClick={onEdit} />
    </div>
  )
}
