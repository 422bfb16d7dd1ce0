import type { Help } from '@balcao/shared/entities/help.ts'
import { publishEverywhere } from '../../../realtime/publish-everywhere.ts'

/** Publishes a help entry to every company, and returns it. */
export async function publishHelp(action: 'create' | 'update', help: Help): Promise<Help> {
  await publishEverywhere('help', { action, help })
  return help
}
