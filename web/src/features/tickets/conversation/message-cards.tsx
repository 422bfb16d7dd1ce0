import type { Message } from '@balcao/shared/entities/message.ts'
import { readCard } from '@balcao/shared/rules/vcard.ts'
import { Download, FileText, MapPin, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { formatPhone, isMasked } from '#/lib/format.ts'
import { sizeText } from '#/lib/size-text.ts'

export type ContactHandler = (contact: { name: string; number: string }, what: 'save' | 'chat') => void

/** Shows a sent location; a map service is contacted only when somebody opens it. */
export function PlaceCard({ place }: { place: NonNullable<Message['location']> }) {
  const { t } = useTranslation('ticketDetails')
  const coordinates = `${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}`
  return (
    <a
      href={`https://www.google.com/maps?q=${place.latitude},${place.longitude}`}
      target="_blank"
      rel="noopener noreferrer"
      className="mb-1 block w-64 max-w-full overflow-hidden rounded-md border border-line bg-surface text-ink hover:bg-hover"
    >
      <MapDrawing />
      <span className="block p-2.5">
        <span className="block truncate font-medium">{place.name ?? t('message.location')}</span>
        {place.address && <span className="block truncate text-ink-2 text-sm">{place.address}</span>}
        <span className="tabular text-ink-2 text-xs">{coordinates}</span>
      </span>
    </a>
  )
}

/** Shows a sent document as a link to it. */
export function DocumentCard({ message }: { message: Message }) {
  const { t } = useTranslation('tickets')
  return (
    <a
      href={message.mediaUrl ?? undefined}
      target="_blank"
      rel="noopener noreferrer"
      download={message.media?.fileName}
      className="mb-1 flex w-72 max-w-full items-center gap-3 rounded-md border border-line bg-surface p-2.5 text-ink hover:bg-hover"
    >
      <FileText size={20} className="icon shrink-0 text-accent-ink" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          <bdi>{message.media?.fileName}</bdi>
        </span>
        <span className="tabular text-ink-2 text-xs">
          {extensionOf(message)}
          {message.media?.size ? ` · ${sizeText(message.media.size)}` : ''}
        </span>
      </span>
      <Download size={16} className="icon shrink-0 text-ink-2" aria-label={t('message.download')} />
    </a>
  )
}

const extensionOf = (message: Message): string => {
  const name = message.media?.fileName ?? ''
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1, dot + 9).toUpperCase() : (message.media?.mimetype ?? '')
}

/** Shows sent contacts. */
export function ContactCards({ vcards, onContact }: { vcards: readonly string[]; onContact: ContactHandler }) {
  const { t } = useTranslation('ticketDetails')
  return (
    <ul className="flex flex-col gap-2">
      {vcards.map(text => {
        const { name, organization, numbers } = readCard(text)
        const shown = name || (numbers[0] ? formatPhone(numbers[0].number) : '?')
        return (
          <li key={text} className="w-72 max-w-full rounded-md border border-line bg-surface p-2.5">
            <span className="flex items-center gap-2.5">
              <UserRound size={20} className="icon shrink-0 text-ink-2" />
              <span className="min-w-0">
                <span className="block truncate font-medium">
                  <bdi>{shown}</bdi>
                </span>
                {organization && (
                  <span className="block truncate text-ink-2 text-sm">
                    <bdi>{organization}</bdi>
                  </span>
                )}
              </span>
            </span>
            {numbers.map(({ number, types }) => (
              <span key={number} className="mt-2 block">
                <span className="tabular block truncate text-ink-2 text-sm">
                  {[formatPhone(number), ...types].join(' · ')}
                </span>
                {!isMasked(number) && (
                  <span className="mt-1 flex flex-wrap gap-2">
                    <Button size="sm" onClick={() => onContact({ name: name || number, number }, 'save')}>
                      {t('message.saveContact')}
                    </Button>
                    <Button size="sm" onClick={() => onContact({ name: name || number, number }, 'chat')}>
                      {t('message.chatWith')}
                    </Button>
                  </span>
                )}
              </span>
            ))}
          </li>
        )
      })}
    </ul>
  )
}

/** Draws invented streets and a pin, so that no map service learns where our customers are. */
function MapDrawing() {
  return (
    <span className="relative block h-28 bg-accent-soft">
      <svg
        viewBox="0 0 256 112"
        aria-hidden="true"
        className="size-full text-accent-line"
        preserveAspectRatio="xMidYMid slice"
      >
        <path
          d="M-4 78C60 60 96 96 150 74s70-44 110-40M40-4c10 40 4 70 30 120M176-4c-8 44-26 60-20 120M-4 30c50 10 90-18 140-8s80 34 124 26"
          fill="none"
          stroke="currentColor"
          strokeWidth="7"
        />
      </svg>
      <MapPin size={28} className="-translate-x-1/2 -translate-y-full icon absolute top-1/2 left-1/2 text-danger-ink" />
    </span>
  )
}
