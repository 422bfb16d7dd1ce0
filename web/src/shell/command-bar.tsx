import { Command as Bar } from 'cmdk'
import { Search } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { menuItem } from '#/components/ui/menu-styles.ts'
import { Spinner } from '#/components/ui/spinner.tsx'
import { useReturnFocus } from '#/components/ui/use-return-focus.ts'
import {
  type Command,
  type CommandSource,
  useAskedCommand,
  useCommandBarOpen,
  useCommandSources,
} from '#/lib/commands.ts'
import { matchOf } from '#/lib/match-command.ts'
import { toast } from '#/lib/toast.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'

/** Keys that choose another result. */
const MOVES = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End'])

/**
 * Returns the id of the best match, the first of several equal ones; undefined where none matches.
 */
function bestOf(
  text: string,
  sources: readonly CommandSource[],
  found: ReadonlyMap<string, readonly Command[]>,
): string | undefined {
  let best: { id: string; match: number } | undefined
  for (const source of sources)
    for (const command of (source.search ? found.get(source.id) : source.commands) ?? []) {
      const match = matchOf(text, command, source.search ? text : '')
      if (match > (best?.match ?? 0)) best = { id: command.id, match }
    }
  return best?.id
}

/** A command's options, which replace the groups; null while they load. */
type Step = { id: string; title: string; commands: readonly Command[] | null }

/**
 * Shows the command bar (Ctrl K): opens a screen, finds a contact or a ticket, runs an action. Its
 * groups come from `useCommandSource`.
 */
export function CommandBar() {
  const { t } = useTranslation('commandBar')
  const [open, setOpen] = useCommandBarOpen()
  const [text, setText] = useState('')
  const settled = useDebouncedValue(text.trim())
  const sources = useCommandSources()
  const [busy, setBusy] = useState(0)
  // The best result is chosen until the person moves to another; typing chooses again.
  const [chosen, setChosen] = useState('')
  const moved = useRef(false)
  const found = useRef(new Map<string, readonly Command[]>())
  const now = useRef<{ text: string; sources: readonly CommandSource[] }>({ text, sources })
  const chooseBest = useCallback(() => {
    // Runs after cmdk, which chooses the first entry.
    requestAnimationFrame(() => {
      if (!moved.current) setChosen(bestOf(now.current.text, now.current.sources, found.current) ?? '')
    })
  }, [])
  const take = useCallback(
    (sourceId: string, commands: readonly Command[]) => {
      found.current.set(sourceId, commands)
      chooseBest()
    },
    [chooseBest],
  )
  const { remember, giveBack } = useReturnFocus()

  // The second step: the options of a command that asks for something.
  const [asked, setAsked] = useAskedCommand()
  const [step, setStep] = useState<Step | null>(null)
  /** True if the step was entered from the commands. */
  const entered = useRef(false)
  const enter = useCallback((command: Command, options: NonNullable<Command['options']>) => {
    setStep({ id: command.id, title: command.label, commands: null })
    const current = (before: Step | null) => before?.id === command.id
    options().then(
      commands => setStep(before => (current(before) ? { ...before!, commands } : before)),
      failure => {
        toast.error(failure)
        setStep(before => (current(before) ? null : before))
      },
    )
  }, [])
  const askedFor = sources.flatMap(({ commands = [] }) => commands).find(({ id }) => id === asked)
  useEffect(() => {
    if (!askedFor?.options) return
    setAsked(null)
    enter(askedFor, askedFor.options)
  }, [askedFor, setAsked, enter])
  const shown: readonly CommandSource[] =
    step || asked ? [{ id: 'options', title: step?.title ?? '', commands: step?.commands ?? [] }] : sources
  now.current = { text, sources: shown }
  const waiting = busy > 0 || asked !== null || step?.commands === null
  const back = () => {
    setStep(null)
    setText('')
  }

  useEffect(() => {
    if (open) return
    setText('')
    setStep(null)
    entered.current = false
  }, [open])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text chooses anew
  useEffect(() => {
    moved.current = false
    chooseBest()
  }, [text, open, step, chooseBest])

  const run = (command: Command) => {
    if (command.options) {
      setText('')
      entered.current = true
      return enter(command, command.options)
    }
    setOpen(false)
    command.run()
  }

  return (
    <Primitive.Root open={open} onOpenChange={setOpen}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Primitive.Content
          aria-describedby={undefined}
          onOpenAutoFocus={remember}
          onEscapeKeyDown={event => {
            // Leads back to the commands, unless the bar was opened at these options.
            if (!step || !entered.current) return
            event.preventDefault()
            back()
          }}
          onCloseAutoFocus={giveBack}
          className="fixed inset-x-3 top-[10dvh] z-50 mx-auto max-w-xl animate-enter overflow-hidden rounded-lg border border-line-strong bg-raised shadow-overlay outline-none"
        >
          <Primitive.Title className="sr-only">{t('title')}</Primitive.Title>
          <Bar
            label={step?.title ?? t('title')}
            loop
            value={chosen}
            onValueChange={setChosen}
            onKeyDown={event => {
              if (MOVES.has(event.key)) moved.current = true
              else if (step && event.key === 'Backspace' && text === '') back()
            }}
            filter={(_value, typed, [label = '', hint = '', keywords = '', always = ''] = []) =>
              matchOf(typed, { label, hint, keywords }, always)
            }
          >
            <div className="flex items-center gap-2 border-line-strong border-b px-4">
              {waiting ? (
                <Spinner className="text-ink-2" />
              ) : (
                <Search aria-hidden size={16} className="icon text-ink-2" />
              )}
              <Bar.Input
                value={text}
                onValueChange={setText}
                placeholder={step?.title ?? t('placeholder')}
                className="h-12 min-w-0 flex-1 bg-transparent text-md outline-none"
              />
            </div>
            <Bar.List
              label={t('title')}
              onPointerMove={() => {
                moved.current = true
              }}
              className="max-h-[60dvh] overflow-y-auto p-1.5"
            >
              {!waiting && <Bar.Empty className="px-3 py-6 text-center text-ink-2">{t('none')}</Bar.Empty>}
              {shown.map(source =>
                source.search ? (
                  <SearchedGroup
                    key={source.id}
                    source={source}
                    text={settled}
                    onRun={run}
                    onBusy={change => setBusy(count => count + change)}
                    onFound={take}
                  />
                ) : (
                  <Group key={source.id} title={source.title} commands={source.commands ?? []} onRun={run} />
                ),
              )}
            </Bar.List>
          </Bar>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

interface SearchedGroupProps {
  source: CommandSource
  text: string
  onRun: (command: Command) => void
  onBusy: (change: 1 | -1) => void
  onFound: (sourceId: string, commands: readonly Command[]) => void
}

function SearchedGroup({ source, text, onRun, onBusy, onFound }: SearchedGroupProps) {
  const [found, setFound] = useState<Command[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text asks again; the source is the same one for its life
  useEffect(() => {
    if (text.length < 2) {
      setFound([])
      return
    }
    const abort = new AbortController()
    onBusy(1)
    source
      .search?.(text, abort.signal)
      .then(commands => !abort.signal.aborted && setFound(commands))
      .catch(() => !abort.signal.aborted && setFound([]))
      .finally(() => onBusy(-1))
    return () => abort.abort()
  }, [text])
  useEffect(() => onFound(source.id, found), [onFound, source.id, found])
  // The server's results stay, whatever the local filter would remove.
  return <Group title={source.title} commands={found} onRun={onRun} always={text} />
}

function Group({
  title,
  commands,
  onRun,
  always,
}: {
  title: string
  commands: readonly Command[]
  onRun: (command: Command) => void
  always?: string
}) {
  if (commands.length === 0) return null
  return (
    <Bar.Group
      heading={title}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-2 [&_[cmdk-group-heading]]:text-xs"
    >
      {commands.map(command => (
        <Bar.Item
          key={command.id}
          value={command.id}
          keywords={[command.label, command.hint ?? '', command.keywords ?? '', always ?? '']}
          onSelect={() => onRun(command)}
          className={menuItem}
        >
          {command.icon && <span className="text-ink-2">{command.icon}</span>}
          <span className="min-w-0 flex-1">
            <span className="block truncate">{command.label}</span>
            {command.detail && <span className="block truncate text-ink-2 text-sm">{command.detail}</span>}
          </span>
          {command.hint && (
            <span className="tabular ml-auto max-w-1/2 shrink-0 truncate text-ink-2 text-sm">{command.hint}</span>
          )}
          {command.keys && <span className="ml-auto shrink-0 text-ink-2 text-sm touch:hidden">{command.keys}</span>}
        </Bar.Item>
      ))}
    </Bar.Group>
  )
}
