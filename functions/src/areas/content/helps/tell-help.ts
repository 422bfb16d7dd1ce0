import type { Help } from '@balcao/shared/entities/help.ts'
import { publishEverywhere } from '../../../realtime/publish-everywhere.ts'

/** Tells every company of it, and answers it. */
export async function tellHelp(action: 'create' | 'update', help: Help): Promise<Help> {
  await publishEverywhere('help', { action, help })
  return help
}
