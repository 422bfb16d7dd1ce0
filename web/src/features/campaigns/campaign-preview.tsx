import type { Campaign, VariantNumber } from '@balcao/shared/entities/campaign.ts'
import { filledVariants, type TextKind, variantAt } from '@balcao/shared/rules/campaigns/variant.ts'
import { fillVariables, type MoreValues, unknownVariables } from '@balcao/shared/rules/variables.ts'
import { ChevronLeft, ChevronRight, Files, Paperclip } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MessageText } from '#/components/message-text.tsx'
import { sampleSource } from '#/components/text-preview.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { useFieldSamples } from '#/components/use-field-samples.ts'
import { usePreviewContacts } from './use-preview-contacts.ts'

type Texts = Pick<Campaign, `message${VariantNumber}` | `confirmationMessage${VariantNumber}`>

/** Place of one of the ten texts. */
export type TextPlace = { kind: TextKind; number: VariantNumber }

interface CampaignPreviewProps {
  texts: Texts
  confirmation: boolean
  contactListId: string | null
  tagListId: string | null
  /** Values of the settings' variables. */
  more: MoreValues
  /** Time at which it would be read, epoch ms. */
  at: number
  /** Name of the file that is sent first, and the file list that follows. */
  fileName: string | undefined
  fileListName: string | undefined
  /** Text being written: the preview shows a recipient who gets it. */
  written: TextPlace
}

/**
 * Shows a campaign as its recipients will read it: one after the other, each with their own texts,
 * filled as they are when sent.
 */
export function CampaignPreview({ texts, confirmation, more, at, written, ...props }: CampaignPreviewProps) {
  const { t } = useTranslation('campaigns')
  const headingId = useId()
  const names = usePreviewContacts({ contactListId: props.contactListId, tagListId: props.tagListId })
  const messages = filledVariants(texts, 'message')
  const confirmations = confirmation ? filledVariants(texts, 'confirmationMessage') : []
  // Stepping continues from the recipient of the text being written, until another text is edited.
  const [stepped, setStepped] = useState<{ place: number; from: TextPlace } | null>(null)
  const led = (written.kind === 'message' ? messages : confirmations).indexOf(written.number)
  const last = (names.length || Math.max(messages.length, confirmations.length, 1)) - 1
  const isStepping = stepped?.from.kind === written.kind && stepped.from.number === written.number
  const place = Math.min(isStepping ? stepped.place : Math.max(led, 0), last)
  const step = (by: number) => setStepped({ place: place + by, from: written })
  // A recipient without an open ticket has no protocol, no queue and no attendant.
  const sample = { ...sampleSource({}, at), protocol: '' }
  const source = names[place] === undefined ? sample : { ...sample, contactName: names[place] }
  const all = [...messages.map(n => texts[`message${n}`]), ...confirmations.map(n => texts[`confirmationMessage${n}`])]
  const samples = useFieldSamples(all.join(' '))
  const values = { ...more, ...samples }
  const partOf = (kind: TextKind, filled: readonly VariantNumber[]) => {
    if (filled.length === 0) return undefined
    const number = variantAt(texts, kind, place)
    return { number, text: fillVariables(texts[`${kind}${number}`].trim(), source, values) }
  }
  const message = partOf('message', messages)
  const confirmed = partOf('confirmationMessage', confirmations)
  const unknown = samples ? [...new Set(all.flatMap(text => unknownVariables(text, values)))] : []

  return (
    <section aria-labelledby={headingId} className="min-w-0 rounded-md border border-line bg-bg p-3">
      <div className="flex items-center gap-1">
        <h3 id={headingId} className="min-w-0 flex-1 truncate font-medium text-sm">
          {t('preview.title')}
        </h3>
        <IconButton
          label={t('preview.previous')}
          icon={<ChevronLeft size={16} />}
          size="sm"
          disabled={place === 0}
          onClick={() => step(-1)}
        />
        <IconButton
          label={t('preview.next')}
          icon={<ChevronRight size={16} />}
          size="sm"
          disabled={place >= last}
          onClick={() => step(1)}
        />
      </div>
      <div aria-live="polite">
        <p className="truncate text-ink-2 text-sm">
          {names.length > 0
            ? t('preview.contact', { name: source.contactName, place: place + 1, count: names.length })
            : t('preview.sample', { name: source.contactName })}
        </p>
        {unknown.length > 0 && (
          <p role="status" className="mt-1 text-sm text-warning-ink">
            {t('preview.unknown', { names: unknown.map(name => `{{${name}}}`).join(' ') })}
          </p>
        )}
        <div className="mt-2 flex flex-col gap-2">
          {confirmed && (
            <PreviewBubble label={t('confirmationNumber', { number: confirmed.number })} note={t('preview.thenAnswer')}>
              <MessageText text={confirmed.text} />
            </PreviewBubble>
          )}
          {message && (
            <PreviewBubble label={t('messageNumber', { number: message.number })}>
              <MessageText text={message.text} />
            </PreviewBubble>
          )}
          {props.fileName && (
            <p className="flex min-w-0 items-center gap-1.5 text-ink-2 text-sm">
              <Paperclip aria-hidden size={14} className="icon shrink-0" />
              <bdi className="truncate">{props.fileName}</bdi>
            </p>
          )}
          {props.fileListName && (
            <p className="flex min-w-0 items-center gap-1.5 text-ink-2 text-sm">
              <Files aria-hidden size={14} className="icon shrink-0" />
              <span className="truncate">{t('preview.thenFiles', { name: props.fileListName })}</span>
            </p>
          )}
          {!message && !props.fileName && !confirmed && !props.fileListName && (
            <p className="text-ink-2 text-sm">{t('preview.empty')}</p>
          )}
        </div>
      </div>
    </section>
  )
}

function PreviewBubble({ label, note, children }: { label: string; note?: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="mb-0.5 text-ink-2 text-xs">{label}</p>
      <div className="max-h-60 overflow-y-auto rounded-lg rounded-tl-sm bg-bubble-own px-3 py-1.5 text-sm">
        {children}
      </div>
      {note && <p className="mt-1 text-ink-2 text-xs">{note}</p>}
    </div>
  )
}
