import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import type { ContactFile } from '@balcao/shared/entities/contact-page.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { File as FileIcon, Film, Image, Mic } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatRowTime } from '#/lib/format.ts'
import { apiPages } from '#/lib/queries.ts'
import { sizeText } from '#/lib/size-text.ts'
import { PagedSection } from './paged-section.tsx'

const ICONS = { image: Image, video: Film, audio: Mic } as const

/** Shows the files of the conversations with a contact that the person may see. */
export function ContactFiles({ contactId }: { contactId: string }) {
  const { t } = useTranslation('contactPage')
  const query = useInfiniteQuery(apiPages(contacts.files, { params: { id: contactId }, query: { limit: 10 } }))
  const rows = query.data?.pages.flatMap(page => page.files) ?? []
  return (
    <PagedSection title={t('files.title')} none={t('files.none')} query={query} rows={rows}>
      {file => <FileRow file={file} />}
    </PagedSection>
  )
}

function FileRow({ file }: { file: ContactFile }) {
  const { t } = useTranslation('contactPage')
  const kind = file.mimetype.split('/')[0] as keyof typeof ICONS
  const Icon = ICONS[kind] ?? FileIcon
  return (
    <a
      href={file.url}
      target="_blank"
      rel="noreferrer"
      className="-mx-2 flex h-row items-center gap-2 rounded-md px-2 text-sm hover:bg-hover"
    >
      <Icon aria-hidden size={16} className="icon shrink-0 text-ink-2" />
      <span className="min-w-0 flex-1 truncate">{file.fileName || file.mimetype}</span>
      {file.fromMe && <span className="shrink-0 text-ink-2 text-xs">{t('files.mine')}</span>}
      {file.size > 0 && <span className="tabular shrink-0 text-ink-2 text-xs">{sizeText(file.size)}</span>}
      <span className="tabular shrink-0 text-ink-2">{formatRowTime(file.createdAt)}</span>
    </a>
  )
}
