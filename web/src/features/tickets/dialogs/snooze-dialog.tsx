import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { momentIn, snoozePresets } from '@balcao/shared/rules/snooze-presets.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { MomentInput } from '#/components/ui/moment-input.tsx'
import { codeText } from '#/lib/error-text.ts'
import { dayOf, formatTime, formatWhen } from '#/lib/format.ts'
import { isolate } from '#/lib/isolate.ts'
import { companyZone } from '#/lib/settings.ts'

interface SnoozeDialogProps {
  ticket: Ticket
  onClose: () => void
  /** Called with the chosen time, epoch ms. */
  onChoose: (until: number) => void
}

/** Snoozes a ticket until one of the common times, or another one, in the company's time zone. */
export function SnoozeDialog({ ticket, onClose, onChoose }: SnoozeDialogProps) {
  const { t } = useTranslation(['tickets', 'ticketDetails', 'common'])
  const zone = companyZone()
  const [now] = useState(() => Date.now())
  const presets = snoozePresets(now, zone)
  const [other, setOther] = useState(`${dayOf(presets.tomorrow)}T${formatTime(presets.tomorrow)}`)
  const [past, setPast] = useState(false)
  const choose = (until: number | undefined) => {
    if (until === undefined || until <= Date.now()) return setPast(true)
    onChoose(until)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={t('ticketDetails:snooze.title', { name: isolate(ticket.contact.name) })}
      description={t('ticketDetails:snooze.hint')}
      size="sm"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button variant="primary" onClick={() => choose(momentIn(other, zone))}>
            {t('ticketDetails:snooze.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2">
        {(['inAnHour', 'tomorrow', 'monday'] as const).map(preset => (
          <Button
            key={preset}
            // The common times come first, and a time field would open a phone's keyboard.
            data-autofocus={preset === 'inAnHour' ? '' : undefined}
            className="justify-between"
            onClick={() => choose(presets[preset])}
          >
            {t(`ticketDetails:snooze.${preset}`)}
            <span className="tabular text-ink-2 text-sm">{formatWhen(presets[preset], now)}</span>
          </Button>
        ))}
        <Field
          label={t('ticketDetails:snooze.other')}
          error={past ? codeText('ERR_SNOOZE_TIME') : undefined}
          className="mt-2"
        >
          <MomentInput
            value={other}
            min={dayOf(now)}
            onChange={moment => {
              setOther(moment)
              setPast(false)
            }}
          />
        </Field>
      </div>
    </Dialog>
  )
}
