import { Entity } from 'electrodb'
import { documentClient, tableName } from '../table/client.ts'
import { index, model } from '../table/entity.ts'

/** What WhatsApp said of a number, kept for a day. */
const NumberCheckEntity = new Entity({
  model: model('numberCheck'),
  attributes: {
    companyId: { type: 'string', required: true },
    number: { type: 'string', required: true },
    exists: { type: 'boolean', required: true },
    /** As WhatsApp knows it. */
    known: { type: 'string' },
    lid: { type: 'string' },
    expiresAt: { type: 'number', required: true },
  },
  indexes: {
    byNumber: index(
      'main',
      { composite: ['companyId', 'number'], template: '${companyId}#number-check#${number}' },
      { composite: [], template: 'check' },
    ),
  },
})

const LIFETIME_SECONDS = 24 * 3600

const options = () => ({ client: documentClient(), table: tableName() })

/** `number` and `lid` are WhatsApp's own spelling of an account that exists. */
export type NumberCheck = { exists: boolean; number: string; lid: string | null }

export async function getNumberCheck(companyId: string, number: string): Promise<NumberCheck | undefined> {
  const { data } = await NumberCheckEntity.get({ companyId, number }).go(options())
  if (!data || data.expiresAt <= Date.now() / 1000) return undefined
  return { exists: data.exists, number: data.known ?? number, lid: data.lid ?? null }
}

export async function saveNumberCheck(companyId: string, number: string, check: NumberCheck): Promise<void> {
  await NumberCheckEntity.put({
    companyId,
    number,
    exists: check.exists,
    known: check.number,
    ...(check.lid ? { lid: check.lid } : {}),
    expiresAt: Math.floor(Date.now() / 1000) + LIFETIME_SECONDS,
  }).go(options())
}
