import { WhatsappBody } from '@balcao/shared/api/channels/whatsapp.ts'
import { DEFAULT_SCHEDULES } from '@balcao/shared/entities/working-hours.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import type { ImportedConnection } from '@balcao/shared/rules/imports/record.ts'
import { createWhatsapp, listWhatsapps, newWhatsapp } from '../../../data/channels/whatsapp.ts'
import { planOf } from '../../../data/company/company.ts'
import { readSettings } from '../../../data/company/setting.ts'
import type { ImportedRow } from '../../../data/imports/imported-row.ts'
import { normalizeName } from '../../../data/table/normalize.ts'
import { ledgerFor } from '../ledger-for.ts'
import type { WriteContext } from '../write-context.ts'
import { idOf, instantsOf, join, type Made, outcomeOf } from './setting.ts'

export async function writeConnection(
  context: WriteContext,
  record: ImportedConnection,
  known: ImportedRow | undefined,
): Promise<Made> {
  const { companyId } = context
  const all = await listWhatsapps(companyId, true)
  const remember = ({ id, name }: { id: string; name: string }) =>
    context.connections.set(record.source.id, { id, name })
  const mine = known && all.find(({ id }) => id === known.id)
  if (mine) remember(mine)
  // A connection that was deleted since goes on under its name: its tickets are still told apart.
  else if (known) remember({ id: known.id, name: record.name })
  if (known) return { outcome: outcomeOf(context, known) }
  const wanted = tidyName(record.name)
  const same = all.find(
    ({ name, number, channel }) =>
      channel === 'whatsapp' &&
      // Of a name that had to be cut nobody knows whether it is the same.
      ((record.name.length <= NAME_LIMIT && normalizeName(name) === normalizeName(wanted)) ||
        (record.number !== null && number === record.number)),
  )
  if (same) {
    remember(same)
    return join(context, record, same.id)
  }
  const [plan, settings] = await Promise.all([planOf(companyId), readSettings(companyId)])
  const made = {
    ...newWhatsapp(companyId, {
      ...WhatsappBody.parse({ name: freeName(wanted, all), isDefault: false }),
      greetingMessage: cutText(record.greetingMessage, 4000),
      complationMessage: cutText(record.complationMessage, 4000),
      outOfHoursMessage: cutText(record.outOfHoursMessage, 4000),
      ratingMessage: cutText(record.ratingMessage, 4000),
      queueIds: record.queueIds.flatMap(id => context.queues.get(id)?.id ?? []),
      schedules: record.schedules.length > 0 ? record.schedules : DEFAULT_SCHEDULES,
      status: 'DISCONNECTED',
      channel: 'whatsapp',
      provider: 'web',
    }),
    id: idOf(context, record),
    ...instantsOf(record.createdAt),
  }
  try {
    await createWhatsapp(made, plan.connections, settings.call === 'disabled', [
      ledgerFor(context, record.kind, record.source.id, made.id),
    ])
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ERR_PLAN_LIMIT') throw error
    const instead = all.find(({ isDefault }) => isDefault) ?? all[0]
    if (!instead) return { outcome: { refused: 'planFull' } }
    remember(instead)
    const joined = await join(context, record, instead.id)
    return { ...joined, changes: [{ reason: 'connectionJoined', detail: instead.name }] }
  }
  remember(made)
  return { outcome: 'taken' }
}

/** Length of names that the product takes, less that of a number that may follow. */
const NAME_LIMIT = 46

/** Returns a name as long as one may be here; other systems take any. */
function tidyName(given: string): string {
  const name = cutText(given, NAME_LIMIT).trim()
  return name.length < 2 ? `Conexão ${name}`.trim() : name
}

/** Returns a name that no connection has: a page of another channel may have the wanted one. */
function freeName(wanted: string, all: readonly { name: string }[]): string {
  const taken = new Set(all.map(({ name }) => normalizeName(name)))
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted} ${n}`
    if (!taken.has(normalizeName(name))) return name
  }
}
