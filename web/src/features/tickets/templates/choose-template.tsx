import { templates } from '@balcao/shared/api/channels/templates.ts'
import type { Template } from '@balcao/shared/entities/template.ts'
import { renderTemplate } from '@balcao/shared/rules/templates/render-template.ts'
import { isSendable } from '@balcao/shared/rules/templates/sending-components.ts'
import { plainText } from '@balcao/shared/rules/text-marks.ts'
import { useTranslation } from 'react-i18next'
import { MoreButton } from '#/components/more-button.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { SearchInput } from '#/components/ui/input.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { languageName } from '#/features/templates/public/language-name.ts'
import { useRowList } from '#/lib/use-row-list.ts'

interface ChooseTemplateProps {
  whatsappId: string
  onChoose: (template: Template) => void
}

/** Lets a person choose one of a connection's approved templates. */
export function ChooseTemplate({ whatsappId, onChoose }: ChooseTemplateProps) {
  const { t } = useTranslation(['templates', 'common'])
  const query = { whatsappId, status: 'APPROVED' }
  const { list, rows, search } = useRowList(templates.list, page => page.templates, undefined, query)
  return (
    <div className="flex flex-col gap-3">
      <SearchInput label={t('search')} value={search.text} onChange={search.onChange} />
      {list.isError && rows.length === 0 ? (
        <ErrorState compact error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      ) : list.isPending ? (
        <div role="status" aria-label={t('common:loading')} className="flex flex-col gap-2">
          {['a', 'b', 'c'].map(key => (
            <Skeleton key={key} className="h-16" />
          ))}
        </div>
      ) : rows.length === 0 ? (
        <p className="py-6 text-center text-ink-2">
          {search.searched === '' ? t('send.none') : t('common:empty.notFound', { text: search.text })}
        </p>
      ) : (
        <ul aria-label={t('send.choose')} className="-mx-2 max-h-96 overflow-y-auto">
          {rows.map(template => (
            <li key={template.id}>
              <TemplateChoice template={template} onChoose={() => onChoose(template)} />
            </li>
          ))}
          {list.hasNextPage && (
            <li className="flex justify-center p-2">
              <MoreButton list={list} />
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

function TemplateChoice({ template, onChoose }: { template: Template; onChoose: () => void }) {
  const { t } = useTranslation('templates')
  const sendable = isSendable(template.components)
  return (
    <button
      type="button"
      disabled={!sendable}
      onClick={onChoose}
      className="flex w-full flex-col rounded-md px-2 py-2 text-left enabled:hover:bg-hover disabled:text-ink-3"
    >
      <span className="flex w-full items-baseline gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">{template.name}</span>
        <span className="shrink-0 text-ink-2 text-xs">
          {languageName(template.language)} · {t(`category.${template.category}`)}
        </span>
      </span>
      <span className="line-clamp-2 text-ink-2 text-sm">
        {sendable ? plainText(renderTemplate(template.components, {}).body) : t('send.unsendable')}
      </span>
    </button>
  )
}
