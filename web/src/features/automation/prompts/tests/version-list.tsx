import { promptVersions } from '@balcao/shared/api/automation/prompt-tests.ts'
import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Prompt } from '@balcao/shared/entities/prompt.ts'
import type { PromptVersion } from '@balcao/shared/entities/prompt-test.ts'
import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { formatWhen } from '#/lib/format.ts'
import { queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { VersionDialog } from './version-dialog.tsx'
import { allVersions, type Versions } from './versions.ts'

/** Lists an agent's versions, the live one first; each other may be published or gone back to. */
export function VersionList({ agent, versions }: { agent: Prompt; versions: Versions }) {
  const { t } = useTranslation('prompts', { keyPrefix: 'tests' })
  const [isAdding, setAdding] = useState(false)
  const reload = () => {
    const params = { id: agent.id }
    return Promise.all([
      queryClient.invalidateQueries({ queryKey: queryKey(promptVersions.list, { params }) }),
      queryClient.invalidateQueries({ queryKey: queryKey(prompts.get, { params }) }),
    ])
  }
  const publish = useMutation({
    mutationFn: ({ id }: PromptVersion) =>
      api(promptVersions.publish, { params: { id: agent.id, versionId: id } }).then(reload),
    onSuccess: (_, { number }) => toast.success(t('published', { number })),
    onError: error => {
      toast.error(error)
      void reload()
    },
  })
  const ask = async (version: PromptVersion) => {
    const confirmed = await confirm({
      title: t('publishTitle', { number: version.number }),
      description: t('publishHint', { live: versions.live.number }),
      confirmLabel: t('publish'),
    })
    if (confirmed) publish.mutate(version)
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-64 text-ink-2 text-sm">{t('versionsHint')}</p>
        <Button icon={<Plus size={16} />} onClick={() => setAdding(true)}>
          {t('addVersion')}
        </Button>
      </div>
      <ul aria-label={t('tab.versions')} className="divide-y divide-line rounded-md border border-line bg-surface">
        {allVersions(versions).map(version => (
          <li key={version.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
            <div className="min-w-0 flex-1 basis-56">
              <h2 className="flex flex-wrap items-center gap-2 font-medium">
                {t('version', { number: version.number })}
                {version.live && <Badge tone="success">{t('live')}</Badge>}
              </h2>
              {version.note && <p className="break-words">{version.note}</p>}
              <p className="text-ink-2 text-sm">
                {[version.createdBy?.name, formatWhen(version.createdAt)].filter(Boolean).join(' · ')}
              </p>
            </div>
            {!version.live && (
              <Button
                size="sm"
                loading={publish.isPending && publish.variables.id === version.id}
                aria-label={t(isOlder(version, versions) ? 'goBackTo' : 'publishOf', { number: version.number })}
                onClick={() => void ask(version)}
              >
                {t(isOlder(version, versions) ? 'goBack' : 'publish')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isAdding && <VersionDialog agent={agent} onSaved={reload} onClose={() => setAdding(false)} />}
    </div>
  )
}

const isOlder = ({ number }: PromptVersion, { live }: Versions): boolean => number < live.number
