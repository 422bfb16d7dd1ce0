import { MAX_ACTIONS } from '@balcao/shared/entities/macro.ts'
import { Plus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { MoveButtons } from '#/components/ui/move-buttons.tsx'
import { Select } from '#/components/ui/select.tsx'
import { ActionValue } from './action-value.tsx'
import { type EditedAction, KINDS, type Kind, newAction } from './edited-action.ts'
import { useOfficialNumbers } from './use-official-numbers.ts'

interface ActionListProps {
  value: readonly EditedAction[]
  /** True for admins: webhooks are theirs. */
  mayWebhook: boolean
  /** True for admins: e-mails are theirs, too. */
  mayEmail: boolean
  /** False: nobody runs them, so who gets the ticket has to be named. */
  isRun?: boolean
  /** Index of the action that lacks something. */
  incomplete: number | null
  onChange: (value: EditedAction[]) => void
}

/**
 * Edits actions in their order: each is a line that says what is done, with what, and its place.
 */
export function ActionList({ value, mayWebhook, mayEmail, isRun = true, incomplete, onChange }: ActionListProps) {
  const { t } = useTranslation('macros')
  const replace = (at: number, action: EditedAction) => onChange(value.map((each, i) => (i === at ? action : each)))
  const move = (at: number, by: -1 | 1) => {
    const list = [...value]
    const [moved] = list.splice(at, 1)
    if (moved) list.splice(at + by, 0, moved)
    onChange(list)
  }
  const hasTemplates = useOfficialNumbers().length > 0
  const isOffered: Partial<Record<Kind, boolean>> = { webhook: mayWebhook, email: mayEmail, template: hasTemplates }
  const kinds = (kind: Kind): Kind[] => KINDS.filter(each => each === kind || isOffered[each] !== false)
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium text-sm">{t('actions')}</legend>
      <ol className="flex flex-col gap-2">
        {value.map((action, i) => (
          <li key={action.key} className="rounded-md border border-line bg-surface p-2">
            <div className="flex flex-wrap items-center gap-1">
              <span aria-hidden className="tabular w-6 shrink-0 text-center text-ink-2 text-sm max-sm:mr-auto">
                {i + 1}
              </span>
              <Select
                aria-label={t('step', { number: i + 1 })}
                className="min-w-0 flex-1 max-sm:order-last max-sm:basis-full"
                value={action.kind}
                options={kinds(action.kind).map(kind => ({ value: kind, label: t(`type.${kind}`) }))}
                onChange={event => replace(i, { ...newAction(event.target.value as Kind), key: action.key })}
              />
              <MoveButtons
                upLabel={t('up', { number: i + 1 })}
                downLabel={t('down', { number: i + 1 })}
                index={i}
                count={value.length}
                onMove={by => move(i, by)}
              />
              <IconButton
                size="sm"
                tone="danger"
                label={t('remove', { number: i + 1 })}
                icon={<Trash2 size={16} />}
                disabled={value.length === 1}
                onClick={() => onChange(value.filter(each => each !== action))}
              />
            </div>
            <div className="mt-2 sm:pl-7">
              <ActionValue
                action={action}
                label={t('what', { number: i + 1 })}
                invalid={incomplete === i}
                isRun={isRun}
                onChange={next => replace(i, next)}
              />
              {incomplete === i && (
                <p role="alert" className="mt-1 text-danger-ink text-sm">
                  {t('incomplete', { number: i + 1 })}
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
      <Button
        variant="ghost"
        icon={<Plus size={16} />}
        className="self-start"
        disabled={value.length >= MAX_ACTIONS}
        onClick={() => onChange([...value, newAction('tag')])}
      >
        {t('addAction')}
      </Button>
    </fieldset>
  )
}
