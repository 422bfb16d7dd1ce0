import { messages } from '@balcao/shared/api/tickets/messages.ts'
import type { Template } from '@balcao/shared/entities/template.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { unfilledVariables } from '@balcao/shared/rules/templates/sending-components.ts'
import { isTemplateValue } from '@balcao/shared/rules/templates/template-value.ts'
import {
  HEADER_VARIABLE,
  type TemplateVariable,
  templateVariables,
} from '@balcao/shared/rules/templates/template-variables.ts'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Fragment, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { Field, Form } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { TemplatePreview } from '#/features/templates/public/template-preview.tsx'
import { api, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { applyMessage } from '#/realtime/message-pages.ts'
import { acceptingFirst } from '../public/accepting-first.ts'
import { ChooseTemplate } from './choose-template.tsx'
import { HeaderFile, isFileKind, uploadHeader } from './header-file.tsx'
import { orderValues } from './order-values.ts'
import { valuesFrom } from './template-values.ts'

interface SendTemplateDialogProps {
  ticket: Ticket
  onClose: () => void
}

/** Sends an approved template to a ticket's contact: chosen, filled and seen before it leaves. */
export function SendTemplateDialog({ ticket, onClose }: SendTemplateDialogProps) {
  const { t } = useTranslation(['templates', 'common'])
  const client = useQueryClient()
  const user = useUser()
  const formId = useId()
  const [template, setTemplate] = useState<Template | null>(null)
  const [values, setValues] = useState<Record<string, string>>({})
  const [isTried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  // A retry has the same id, so the server sends the message once.
  const [clientIds] = useState(() => new Map<string, string>())
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const unfilled = template
    ? unfilledVariables(template.components, values).filter(name => !file || name !== HEADER_VARIABLE)
    : []

  const chosen = useRef<string | null>(null)
  const choose = async (next: Template) => {
    const variables = templateVariables(next.components)
    chosen.current = next.id
    setTemplate(next)
    setFile(null)
    setTried(false)
    setValues(valuesFrom(ticket, user.name, variables))
    const ofOrder = Object.entries(await orderValues(ticket, user.companyId, variables))
    // What was typed meanwhile stays.
    if (chosen.current === next.id)
      setValues(before => ({ ...before, ...Object.fromEntries(ofOrder.filter(([name]) => !before[name])) }))
  }
  const send = async () => {
    if (!template) return
    setTried(true)
    if (unfilled.length > 0) return
    setBusy(true)
    try {
      const { name, language } = template
      const { [HEADER_VARIABLE]: _, ...others } = values
      const variables = file ? others : values
      const key = JSON.stringify([name, language, variables, file && [file.name, file.size, file.lastModified]])
      const clientId = clientIds.get(key) ?? crypto.randomUUID()
      clientIds.set(key, clientId)
      const params = { ticketId: ticket.id }
      const sent = await acceptingFirst(ticket.id, async () => {
        const uploads = file ? { uploads: [await uploadHeader(ticket.id, file, setShare)] } : {}
        return api(messages.create, {
          params,
          body: { template: { name, language, variables }, clientId, ...uploads },
        })
      })
      for (const message of sent.messages) applyMessage(client, message)
      onClose()
    } catch (error) {
      toast.error(error)
    } finally {
      setBusy(false)
      setShare(null)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={template ? template.name : t('send.title')}
      description={template ? undefined : t('send.hint')}
      size={template ? 'lg' : 'md'}
      footer={
        <>
          {template && (
            <Button variant="ghost" className="mr-auto" onClick={() => setTemplate(null)}>
              <ArrowLeft aria-hidden size={16} className="icon" />
              {t('send.another')}
            </Button>
          )}
          <Button variant="ghost" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          {template && (
            <Button type="submit" form={formId} variant="primary" loading={busy}>
              {t('send.send')}
            </Button>
          )}
        </>
      }
    >
      {template ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <Form id={formId} busy={busy} onSubmit={() => void send()}>
            {templateVariables(template.components).map(variable => (
              <Fragment key={variable.name}>
                {!(file && variable.name === HEADER_VARIABLE) && (
                  <ValueField
                    variable={variable}
                    value={values[variable.name] ?? ''}
                    isWrong={isTried && unfilled.includes(variable.name)}
                    onChange={value => setValues(before => ({ ...before, [variable.name]: value }))}
                  />
                )}
                {isFileKind(variable.kind) && (
                  <HeaderFile kind={variable.kind} file={file} share={share} disabled={busy} onChange={setFile} />
                )}
              </Fragment>
            ))}
            {template.variables.length === 0 && <p className="text-ink-2">{t('send.nothingToFill')}</p>}
          </Form>
          <TemplatePreview
            components={template.components}
            values={file ? { ...values, [HEADER_VARIABLE]: file.name } : values}
            file={file}
          />
        </div>
      ) : (
        <ChooseTemplate whatsappId={ticket.whatsappId} onChoose={next => void choose(next)} />
      )}
    </Dialog>
  )
}

interface ValueFieldProps {
  variable: TemplateVariable
  value: string
  isWrong: boolean
  onChange: (value: string) => void
}

function ValueField({ variable: { name, kind, sample }, value, isWrong, onChange }: ValueFieldProps) {
  const { t } = useTranslation('templates')
  const isMissing = value.trim() === ''
  const error = !isTemplateValue(value)
    ? t('value.forbidden')
    : isWrong
      ? isMissing
        ? t('value.required')
        : t(kind === 'text' ? 'value.forbidden' : `value.${kind}`)
      : undefined
  const label =
    kind === 'text' ? name.replaceAll('_', ' ') : kind === 'url' ? t('value.urlLabel') : t(`value.${kind}Label`)
  return (
    <Field label={label} error={error} required hint={kind === 'text' ? undefined : t(`value.${kind}`)}>
      <Input
        value={value}
        autoComplete="off"
        placeholder={sample && !isFileKind(kind) ? sample : undefined}
        onChange={event => onChange(event.target.value)}
      />
    </Field>
  )
}
