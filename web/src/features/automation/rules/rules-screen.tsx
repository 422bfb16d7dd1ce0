import { rules } from '@balcao/shared/api/tickets/rules.ts'
import type { Rule } from '@balcao/shared/entities/rule.ts'
import { RULE_EVENTS } from '@balcao/shared/entities/rule-event.ts'
import { inOrder } from '@balcao/shared/rules/automation/decide-rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, CornerDownRight, History, Play } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import { useBulkSwitch } from '#/components/list/use-bulk.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { isolate } from '#/lib/isolate.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { READY_RULES, type ReadyRule, readyRule } from './ready-rules.ts'
import { useRuleWords } from './rule-words.ts'
import { useFactChoices } from './use-fact-choices.ts'

const RuleDialog = lazyPart(() => import('./rule-dialog.tsx').then(file => file.RuleDialog))
const TryRuleDialog = lazyPart(() => import('./try-rule-dialog.tsx').then(file => file.TryRuleDialog))
const RuleLogDialog = lazyPart(() => import('./rule-log-dialog.tsx').then(file => file.RuleLogDialog))

const change = (id: string, body: Partial<Pick<Rule, 'active' | 'order'>>) =>
  api(rules.update, { params: { id }, body })
const keep = (row: Rule) => applyListEvent(queryClient, rules.listAll, null, { action: 'update', row })

/** Shows the automation rules by event, in the order in which they act. */
export function RulesScreen() {
  const { t } = useTranslation(['rules', 'lists'])
  const list = useQuery(apiQuery(rules.listAll))
  const facts = useFactChoices()
  const { doesText } = useRuleWords(facts)
  const [shown, setShown] = useState<{ part: 'try' | 'log'; rule: Rule } | null>(null)
  const [ready, setReady] = useState<ReadyRule | null>(null)
  const rows = RULE_EVENTS.flatMap(event => inOrder((list.data ?? []).filter(rule => rule.event === event)))
  const nextOrder = Math.max(-1, ...rows.map(({ order }) => order)) + 1
  const toggle = useMutation({
    mutationFn: ({ id, active }: Rule) => change(id, { active: !active }),
    onSuccess: row => {
      keep(row)
      toast.success(t(row.active ? 'switchedOn' : 'switchedOff', { name: isolate(row.name) }))
    },
    onError: toast.error,
  })
  const move = useMutation({
    mutationFn: async ({ rule, by }: { rule: Rule; by: 1 | -1 }) => {
      const siblings = rows.filter(({ event }) => event === rule.event)
      const at = siblings.findIndex(({ id }) => id === rule.id)
      const next = siblings.toSpliced(at, 1).toSpliced(at + by, 0, rule)
      for (const [order, { id, ...each }] of next.entries()) if (each.order !== order) keep(await change(id, { order }))
    },
    onError: error => {
      toast.error(error)
      void list.refetch()
    },
  })
  const switches = useBulkSwitch<Rule>({
    isOn: ({ active }) => active,
    call: ({ id }, active) => change(id, { active }),
    route: rules.listAll,
    rowsKey: null,
    nameOf: ({ name }) => name,
  })
  const onOff = (rule: Rule) => (
    <Switch
      aria-label={t('switch', { name: rule.name })}
      checked={rule.active}
      disabled={toggle.isPending && toggle.variables.id === rule.id}
      // A target of 24 px within the row, which is a target itself; it looks as everywhere.
      className="h-6 py-0.5"
      style={{ backgroundClip: 'content-box' }}
      onCheckedChange={() => toggle.mutate(rule)}
    />
  )
  const columns: Column<Rule>[] = [
    { id: 'name', head: t('name'), main: true, text: ({ name }) => name },
    {
      id: 'active',
      head: t('active'),
      beside: 40,
      apart: true,
      text: () => '',
      order: ({ active }) => (active ? 0 : 1),
      cell: onOff,
    },
    { id: 'event', head: t('when'), text: ({ event }) => t(`event.${event}` as 'event.ticket.opened') },
    { id: 'does', head: t('does'), most: 640, text: doesText, order: null },
  ]
  /** At either end a button stays and says so: the focus of who moved the rule there is on it. */
  const mover = (rule: Rule, by: 1 | -1) => {
    const isAlone = !rows.some(({ id, event }) => event === rule.event && id !== rule.id)
    const isEnd = rows[rows.indexOf(rule) + by]?.event !== rule.event
    return {
      id: by < 0 ? 'up' : 'down',
      label: t(by < 0 ? 'up' : 'down', { name: rule.name }),
      short: t(by < 0 ? 'upShort' : 'downShort'),
      icon: by < 0 ? <ArrowUp size={16} /> : <ArrowDown size={16} />,
      disabledReason: isEnd ? t(by < 0 ? 'isFirst' : 'isLast') : undefined,
      run: isAlone ? undefined : () => !move.isPending && move.mutate({ rule, by }),
    }
  }
  return (
    <>
      <ListScreen
        name="rules"
        title={t('title')}
        addLabel={t('add')}
        list={list}
        rows={rows}
        skeletons={6}
        firstUse={{ instead: <FirstRules onAdd={setReady} /> }}
        removal={{
          title: row => t('deleteTitle', { name: row.name }),
          hint: t('deleteHint'),
          done: t('deleted'),
          call: row => api(rules.remove, { params: { id: row.id } }),
          list: rules.listAll,
          rowsKey: null,
        }}
        nameOf={({ name }) => name}
        columns={columns}
        card={row => ({
          title: <span className="truncate">{row.name}</span>,
          line: <span className="truncate">{doesText(row)}</span>,
          end: onOff(row),
        })}
        more={row => [
          mover(row, -1),
          mover(row, 1),
          {
            id: 'try',
            label: t('tryRow', { name: row.name }),
            short: t('try.open'),
            icon: <Play size={16} />,
            run: () => setShown({ part: 'try', rule: row }),
          },
          {
            id: 'log',
            label: t('logRow', { name: row.name }),
            short: t('log.open'),
            icon: <History size={16} />,
            run: () => setShown({ part: 'log', rule: row }),
          },
        ]}
        bulk={switches}
        dialog={(row, onClose) => <RuleDialog row={row} order={nextOrder} onClose={onClose} />}
      />
      <Suspense>
        {ready && (
          <RuleDialog row={null} draft={readyRule(t, ready, facts)} order={nextOrder} onClose={() => setReady(null)} />
        )}
        {shown?.part === 'try' && <TryRuleDialog rule={shown.rule} onClose={() => setShown(null)} />}
        {shown?.part === 'log' && <RuleLogDialog rule={shown.rule} onClose={() => setShown(null)} />}
      </Suspense>
    </>
  )
}

/** Explains rules by an example, and offers some to begin with. */
function FirstRules({ onAdd }: { onAdd: (ready: ReadyRule) => void }) {
  const { t } = useTranslation('rules')
  return (
    <EmptyState
      icon={<CornerDownRight size={20} />}
      title={t('empty')}
      guided
      action={
        <ul aria-label={t('ready.title')} className="grid w-full gap-3 text-left sm:grid-cols-3">
          {READY_RULES.map(id => (
            <li key={id} className="flex flex-col gap-2 rounded-md border border-line bg-surface p-3">
              <h3 className="font-medium">{t(`ready.${id}.title`)}</h3>
              <p className="flex-1 text-ink-2 text-sm">{t(`ready.${id}.hint`)}</p>
              <Button onClick={() => onAdd(id)} aria-label={t('ready.useNamed', { name: t(`ready.${id}.title`) })}>
                {t('ready.use')}
              </Button>
            </li>
          ))}
        </ul>
      }
    >
      {t('emptyHint')}
    </EmptyState>
  )
}
