import type { CopilotAction } from '@balcao/shared/api/automation/copilot.ts'
import { Check, RotateCcw, Undo2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Kbd } from '#/components/ui/kbd.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { useStore } from '#/lib/store.ts'
import { copilotLanguage, nameOfLanguage, TRANSLATED } from './copilot-language.ts'
import { CopilotSources } from './copilot-sources.tsx'
import type { useCopilot } from './use-copilot.ts'

/** Actions that write into the draft; all but the first change what stands there. */
const ACTIONS = ['suggest', 'shorten', 'formal', 'translate'] as const

/** Key that reaches the language of a translation, after those of the actions. */
const LANGUAGE_KEY = String(ACTIONS.length + 1)

interface CopilotDraftProps {
  text: string
  copilot: ReturnType<typeof useCopilot>
  onRun: (action: CopilotAction, given: { text?: string; language?: string }) => void
  onUndo: () => void
  onUse: () => void
}

/** Shows what the copilot can do with the draft, then what it did: to keep, take back or repeat. */
export function CopilotDraft({ text, copilot: { state }, onRun, onUndo, onUse }: CopilotDraftProps) {
  const { t } = useTranslation('ticketDetails', { keyPrefix: 'copilot' })
  const { t: common } = useTranslation()
  const use = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const languageId = useId()
  const isDone = state.at === 'done'
  useEffect(() => {
    if (isDone) use.current?.focus()
  }, [isDone])
  const language = useStore(copilotLanguage)
  const chosen = useRef<HTMLSelectElement>(null)
  const nothing = text.trim() === ''
  const run = (action: CopilotAction) =>
    onRun(action, {
      ...(action === 'suggest' ? {} : { text: text.trim() }),
      ...(action === 'translate' && language ? { language } : {}),
    })
  const keyDown = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const button = /^[1-9]$/.test(event.key) ? buttons[Number(event.key) - 1] : undefined
    const asksLanguage = event.key === LANGUAGE_KEY
    if (!step && !button && !asksLanguage) return
    event.preventDefault()
    if (step) buttons.at((at + step) % buttons.length)?.focus()
    button?.click()
    if (asksLanguage) chosen.current?.focus()
  }

  if (state.at === 'writing')
    return (
      <p role="status" className="flex items-center gap-2 p-2 text-ink-2">
        <Spinner /> {t('writing')}
      </p>
    )
  if (state.at === 'failed')
    return <ErrorState compact error={state.error} title={t('failed')} onRetry={() => run(state.action)} />
  if (state.at === 'done')
    return (
      <div className="flex flex-col gap-2 p-1">
        <p className="text-ink-2 text-sm">{t('check')}</p>
        <CopilotSources sources={state.sources} />
        <div className="flex flex-wrap gap-2">
          <Button ref={use} variant="primary" size="sm" icon={<Check size={16} />} onClick={onUse}>
            {t('use')}
          </Button>
          <Button size="sm" icon={<Undo2 size={16} />} onClick={onUndo}>
            {common('action.undo')}
          </Button>
          <Button size="sm" icon={<RotateCcw size={16} />} onClick={() => run(state.action)}>
            {t('again')}
          </Button>
        </div>
      </div>
    )
  return (
    <div>
      <p className="px-2 pb-2 text-ink-2 text-sm">{t('hint')}</p>
      <ul ref={list} onKeyDown={keyDown}>
        {ACTIONS.map((action, i) => {
          const needsText = action !== 'suggest' && nothing
          return (
            <li key={action}>
              <button
                type="button"
                aria-disabled={needsText || undefined}
                onClick={() => needsText || run(action)}
                className="flex w-full items-center gap-2 rounded-sm px-2 py-1.5 text-left hover:bg-hover aria-disabled:text-ink-3 touch:min-h-control"
              >
                <span className="min-w-0 flex-1">
                  {action === 'translate' && language
                    ? t('translateInto', { language: nameOfLanguage(language) })
                    : t(`action.${action}`)}
                  {needsText && <span className="block text-sm">{t('needsText')}</span>}
                </span>
                <span className="touch:hidden">
                  <Kbd>{i + 1}</Kbd>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      <div className="mt-2 flex items-center gap-2 border-line border-t px-2 pt-2">
        <label htmlFor={languageId} className="shrink-0 text-ink-2 text-sm">
          {t('language')}
        </label>
        <Select
          ref={chosen}
          id={languageId}
          aria-keyshortcuts={LANGUAGE_KEY}
          className="min-w-0 flex-1"
          value={language}
          placeholder={t('contactLanguage')}
          options={TRANSLATED.map(code => ({ value: code, label: nameOfLanguage(code) }))}
          onChange={event => copilotLanguage.set(event.target.value)}
        />
        <span className="touch:hidden">
          <Kbd>{LANGUAGE_KEY}</Kbd>
        </span>
      </div>
    </div>
  )
}
