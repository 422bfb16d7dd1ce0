import { IMPORT_SYSTEMS, type ImportSystem } from '@balcao/shared/rules/imports/record.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** Commands as they are typed on a usual installation of each; `docs/user/trazer-dados.md` has all. */
const DUMP_COMMANDS: Record<ImportSystem, string> = {
  ticketz: 'docker compose exec -T postgres pg_dump -U ticketz ticketz | gzip > ticketz.sql.gz',
  whaticket: 'pg_dump -h localhost -U USER DATABASE | gzip > whaticket.sql.gz',
  chatwoot: 'docker compose exec -T postgres pg_dump -U postgres chatwoot_production | gzip > chatwoot.sql.gz',
}

/** Shows the systems that data may come from, each with the way its dump is made. */
export function SystemChoice({ onChoose }: { onChoose: (system: ImportSystem) => void }) {
  const { t } = useTranslation('imports')
  return (
    <>
      <p>{t('system.question')}</p>
      <ul className="grid gap-3 lg:grid-cols-3">
        {IMPORT_SYSTEMS.map(system => (
          <li
            key={system}
            className="relative flex min-w-0 flex-col gap-2 rounded-md border border-line-strong p-3 focus-within:border-accent hover:bg-hover"
          >
            <button
              type="button"
              className="text-left font-semibold after:absolute after:inset-0 after:rounded-md"
              onClick={() => onChoose(system)}
            >
              {t(`systemName.${system}`)}
            </button>
            <p className="text-ink-2 text-sm">{t(`system.${system}`)}</p>
            <code className="mt-auto break-words rounded-sm bg-bg p-2 font-mono text-xs">{DUMP_COMMANDS[system]}</code>
          </li>
        ))}
      </ul>
      <p>
        <Link to="/helps" search={{ guide: 'trazer-dados' }} className="text-accent-ink hover:underline">
          {t('system.guide')}
        </Link>
      </p>
    </>
  )
}
