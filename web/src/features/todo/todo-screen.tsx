import { ListTodo, Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Checkbox } from '#/components/ui/checkbox.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { cn } from '#/lib/cn.ts'
import { formatWhen } from '#/lib/format.ts'
import { useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { changeTasks, newTask, type Task, useTasks } from './tasks.ts'

/** Maximum length of a task; longer texts are notes. */
const MAX_LENGTH = 500

/** Shows the person's tasks, kept in this browser alone. */
export function TodoScreen() {
  const { t } = useTranslation(['todo', 'common'])
  const { id: userId } = useUser()
  const tasks = useTasks(userId)
  const [text, setText] = useState('')
  const [editing, setEditing] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  /** Element to focus after the focused one was rendered again elsewhere. */
  const focused = useRef<string | null>(null)
  useEffect(() => {
    if (focused.current) document.getElementById(focused.current)?.focus({ preventScroll: true })
    focused.current = null
  })
  const change = (how: (tasks: Task[]) => Task[]): boolean => {
    const isKept = changeTasks(userId, how)
    if (!isKept) toast.refused(t('full'))
    return isKept
  }
  const touch = (id: string, how: (task: Task) => Task) =>
    change(now => now.map(task => (task.id === id ? { ...how(task), updatedAt: new Date().toISOString() } : task)))
  const add = (event: FormEvent) => {
    event.preventDefault()
    const trimmed = text.trim()
    if (trimmed && change(now => [newTask(trimmed), ...now])) setText('')
    field.current?.focus()
  }
  const tick = (id: string, isDone: boolean) => {
    const list = isDone ? open : done
    const at = list.findIndex(task => task.id === id)
    const next = list[at + 1] ?? list[at - 1]
    if (touch(id, ({ done: _, ...task }) => (isDone ? { ...task, done: true } : task)))
      // The row moves to the other list, and the focus stays in this one for the next tick.
      focused.current = next ? `tick-${next.id}` : `tick-${id}`
  }
  const leaveEditing = (id: string) => {
    setEditing(null)
    focused.current = `edit-${id}`
  }
  const remove = (task: Task) => {
    const at = tasks.findIndex(({ id }) => id === task.id)
    if (!change(now => now.filter(({ id }) => id !== task.id))) return
    toast.undo(t('deleted'), () =>
      change(now => (now.some(({ id }) => id === task.id) ? now : now.toSpliced(at, 0, task))),
    )
    field.current?.focus()
  }
  const open = tasks.filter(({ done }) => !done)
  const done = tasks.filter(({ done }) => done)
  const row = (task: Task) => (
    <li key={task.id} className="border-line border-b last:border-0">
      {editing === task.id ? (
        <EditedTask
          task={task}
          onSave={trimmed => {
            if (trimmed === '' || trimmed === task.text || touch(task.id, now => ({ ...now, text: trimmed })))
              leaveEditing(task.id)
          }}
          onCancel={() => leaveEditing(task.id)}
        />
      ) : (
        <div className="flex min-h-row items-center gap-3 px-3 py-1.5 hover:bg-hover">
          <Checkbox
            id={`tick-${task.id}`}
            checked={task.done === true}
            onCheckedChange={checked => tick(task.id, checked === true)}
            aria-label={t('tick', { text: task.text })}
          />
          <span className="min-w-0 flex-1">
            <bdi className={cn('block break-words', task.done && 'text-ink-2 line-through')}>{task.text}</bdi>
          </span>
          <time dateTime={task.updatedAt} className="tabular hidden shrink-0 text-ink-2 text-sm sm:block">
            {formatWhen(task.updatedAt)}
          </time>
          <span className="flex shrink-0">
            <IconButton
              id={`edit-${task.id}`}
              label={t('edit', { text: task.text })}
              icon={<Pencil size={16} />}
              size="sm"
              onClick={() => setEditing(task.id)}
            />
            <IconButton
              label={t('delete', { text: task.text })}
              icon={<Trash2 size={16} />}
              size="sm"
              tone="danger"
              onClick={() => remove(task)}
            />
          </span>
        </div>
      )}
    </li>
  )
  return (
    <Screen
      narrow
      header={
        <ScreenHeader title={t('title')} meta={tasks.length > 0 ? t('open', { count: open.length }) : undefined}>
          <form onSubmit={add} className="flex w-full max-w-4xl gap-2">
            <Input
              ref={field}
              value={text}
              maxLength={MAX_LENGTH}
              aria-label={t('new')}
              placeholder={t('new')}
              autoComplete="off"
              onChange={event => setText(event.target.value)}
              className="flex-1"
            />
            <Button type="submit" variant="primary">
              {t('add')}
            </Button>
          </form>
          <p className="w-full text-ink-2 text-sm">{t('where')}</p>
        </ScreenHeader>
      }
    >
      {tasks.length === 0 ? (
        <EmptyState icon={<ListTodo size={20} />} title={t('empty')} guided>
          {t('emptyHint')}
        </EmptyState>
      ) : (
        <>
          {open.length > 0 && (
            <ul aria-label={t('title')} className="rounded-md border border-line bg-surface">
              {open.map(row)}
            </ul>
          )}
          {done.length > 0 && (
            <>
              <h2 className="mt-5 mb-2 font-medium text-ink-2 text-sm">{t('done', { count: done.length })}</h2>
              <ul aria-label={t('done', { count: done.length })} className="rounded-md border border-line bg-surface">
                {done.map(row)}
              </ul>
            </>
          )}
        </>
      )}
    </Screen>
  )
}

/** Shows a task as a field: Enter saves, Esc restores it; a blank text changes nothing. */
function EditedTask({ task, onSave, onCancel }: { task: Task; onSave: (text: string) => void; onCancel: () => void }) {
  const { t } = useTranslation(['todo', 'common'])
  const [text, setText] = useState(task.text)
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        onSave(text.trim())
      }}
      className="flex items-center gap-2 px-3 py-1.5"
    >
      <Input
        autoFocus
        value={text}
        maxLength={MAX_LENGTH}
        aria-label={t('edit', { text: task.text })}
        autoComplete="off"
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onCancel()
        }}
        className="flex-1"
      />
      <Button size="sm" variant="ghost" onClick={onCancel}>
        {t('common:action.cancel')}
      </Button>
      <Button size="sm" type="submit" variant="primary">
        {t('common:action.save')}
      </Button>
    </form>
  )
}
