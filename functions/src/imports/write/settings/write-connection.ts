import { WhatsappBody } from '@balcao/shared/api/channels/whatsapp.ts'
import { DEFAULT_SCHEDULES } from '@balcao/shared/entities/working-hours.ts'
import { AppError } from '@balcao/shared/errors.ts'
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
  const same = all.find(
    ({ name, number, channel }) =>
      channel === 'whatsapp' &&
      (normalizeName(name) === normalizeName(record.name) || (record.number !== null && number === record.number)),
  )
  if (same) {
    remember(same)
    return join(context, record, same.id)
  }
  const [plan, settings] = await Promise.all([planOf(companyId), readSettings(companyId)])
  const made = {
    ...newWhatsapp(companyId, {
      ...WhatsappBody.parse({ name: record.name.slice(0, 100), isDefault: false }),
      greetingMessage: record.greetingMessage.slice(0, 4000),
      complationMessage: record.complationMessage.slice(0, 4000),
      outOfHoursMessage: record.outOfHoursMessage.slice(0, 4000),
      ratingMessage: record.ratingMessage.slice(0, 4000),
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
