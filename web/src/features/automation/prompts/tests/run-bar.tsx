import { promptRuns, RUN_CASES } from '@balcao/shared/api/automation/prompt-tests.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { PromptCase, PromptVersion } from '@balcao/shared/entities/prompt-test.ts'
import { useMutation } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Select } from '#/components/ui/select.tsx'
import { queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { allVersions, type Versions } from './versions.ts'

interface RunBarProps {
  promptId: string
  versions: Versions
  chosen: readonly PromptCase[]
  onRun: () => void
}

/** Chooses one version or two, and begins a run of the chosen cases. */
export function RunBar({ promptId, versions, chosen, onRun }: RunBarProps) {
  const { t } = useTranslation('prompts', { keyPrefix: 'tests' })
  const all = allVersions(versions)
  const [first, setFirst] = useState(versions.live.id)
  const [second, setSecond] = useState(versions.versions[0]?.id ?? '')
  // A version may be gone by now, and one needs no comparison with itself.
  const known = [first, second].filter(id => all.some(version => version.id === id))
  const run = useMutation({
    mutationFn: () =>
      api(promptRuns.create, {
        params: { id: promptId },
        body: { versions: [...new Set(known)], caseIds: chosen.slice(0, RUN_CASES).map(({ id }) => id) },
      }),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: queryKey(promptRuns.list, { params: { id: promptId } }) })
      onRun()
    },
    onError: error => toast.error(error),
  })
  const optionOf = ({ id, number, live, note }: PromptVersion) => ({
    value: id,
    label: [t(live ? 'versionLive' : 'version', { number }), note].filter(Boolean).join(' · '),
  })
  return (
    <div className="flex flex-wrap items-end gap-3 rounded-md border border-line bg-canvas p-3">
      <Field label={t('first')} className="flex-1 basis-44">
        <Select options={all.map(optionOf)} value={first} onChange={event => setFirst(event.target.value)} />
      </Field>
      <Field label={t('second')} className="flex-1 basis-44">
        <Select
          placeholder={t('alone')}
          options={all.filter(({ id }) => id !== first).map(optionOf)}
          value={second === first ? '' : second}
          onChange={event => setSecond(event.target.value)}
        />
      </Field>
      <Button
        variant="primary"
        icon={<Play size={16} />}
        loading={run.isPending}
        disabled={chosen.length === 0 || known.length === 0}
        onClick={() => run.mutate()}
      >
        {t('run', { count: Math.min(chosen.length, RUN_CASES) })}
      </Button>
    </div>
  )
}
