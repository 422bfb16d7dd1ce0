import type { Message } from '@balcao/shared/entities/message.ts'
import { POLL_LIMITS } from '@balcao/shared/entities/poll.ts'
import { pollText } from '@balcao/shared/rules/poll-votes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { ChartBarBig, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#/components/form-dialog.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Field, ToggleField } from '#/components/ui/field.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { send } from '../public/outbox.ts'

export interface PollButtonProps {
  ticketId: string
  quoted: Message | null
  onSent: () => void
}

/** Shows the button of a new poll, and its dialog. */
export function PollButton(props: PollButtonProps) {
  const { t } = useTranslation('ticketDetails')
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t('poll.new')} icon={<ChartBarBig size={20} />} onClick={() => setOpen(true)} />
      {open && <PollDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function PollDialog({ ticketId, quoted, onSent, onClose }: PollButtonProps & { onClose: () => void }) {
  const { t } = useTranslation('ticketDetails')
  const client = useQueryClient()
  const [question, setQuestion] = useState('')
  const [options, setOptions] = useState(['', ''])
  const [several, setSeveral] = useState(false)
  const [checked, setChecked] = useState(false)
  const inputs = useRef<(HTMLInputElement | null)[]>([])
  const shown = useRef(options.length)
  useEffect(() => {
    // The button that adds options leaves with the last one.
    if (options.length > shown.current) inputs.current[options.length - 1]?.focus()
    shown.current = options.length
  }, [options.length])
  const remove = (i: number) => {
    setOptions(now => now.filter((_, at) => at !== i))
    // The pressed button may leave, and the rows below move up: the next option is in this place.
    inputs.current[Math.min(i, options.length - 2)]?.focus()
  }
  const asked = question.trim()
  const given = options.map(option => option.trim())
  const filled = given.filter(option => option !== '')
  const isRepeated = (option: string, i: number) => option !== '' && given.indexOf(option) !== i
  const isRight =
    asked !== '' && filled.length >= POLL_LIMITS.fewest && !given.some((option, i) => isRepeated(option, i))
  const submit = () => {
    if (!isRight) return setChecked(true)
    const poll = { question: asked, options: filled, several }
    send(client, { ticketId, body: pollText(poll), quoted, poll })
    onSent()
    onClose()
  }
  const errorOf = (option: string, i: number) =>
    isRepeated(option, i)
      ? t('poll.repeated')
      : checked && option === '' && filled.length < POLL_LIMITS.fewest
        ? t('poll.fewest')
        : undefined
  return (
    <FormDialog
      title={t('poll.new')}
      dirty={asked !== '' || filled.length > 0}
      busy={false}
      submitLabel={t('poll.send')}
      onSubmit={event => {
        event?.preventDefault()
        submit()
      }}
      onClose={onClose}
    >
      <Field label={t('poll.question')} error={checked && asked === '' ? t('poll.needsQuestion') : undefined} required>
        <Input
          data-autofocus=""
          autoComplete="off"
          maxLength={POLL_LIMITS.question}
          value={question}
          onChange={event => setQuestion(event.target.value)}
        />
      </Field>
      {options.map((option, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option is known by its place
        <div key={i} className="flex items-start gap-2">
          <Field
            label={t('poll.option', { position: i + 1 })}
            error={errorOf(given[i] ?? '', i)}
            required={i < POLL_LIMITS.fewest}
            className="flex-1"
          >
            <Input
              ref={input => {
                inputs.current[i] = input
              }}
              autoComplete="off"
              maxLength={POLL_LIMITS.option}
              value={option}
              onChange={event => setOptions(now => now.map((each, at) => (at === i ? event.target.value : each)))}
            />
          </Field>
          {options.length > POLL_LIMITS.fewest && (
            <IconButton
              label={t('poll.removeOption', { position: i + 1 })}
              icon={<Trash2 size={16} />}
              tone="danger"
              className="mt-[22px]"
              onClick={() => remove(i)}
            />
          )}
        </div>
      ))}
      {options.length < POLL_LIMITS.most && (
        <Button size="sm" className="self-start" onClick={() => setOptions(now => [...now, ''])}>
          {t('poll.addOption')}
        </Button>
      )}
      <ToggleField label={t('poll.allowSeveral')}>
        <Switch checked={several} onCheckedChange={setSeveral} />
      </ToggleField>
    </FormDialog>
  )
}
