import { z } from 'zod'
import type { Setting, SettingKey } from './setting.ts'

/**
 * Billing systems in which bills are looked up, in the order in which they are asked (decision
 * 0031).
 */
export const ERP_SYSTEMS = ['ixc', 'mkauth', 'asaas'] as const
export const ErpSystem = z.enum(ERP_SYSTEMS)
export type ErpSystem = z.infer<typeof ErpSystem>

/** Product names of the systems. */
export const ERP_NAMES: Record<ErpSystem, string> = { ixc: 'IXC Provedor', mkauth: 'MK-AUTH', asaas: 'Asaas' }

/** Settings that each system needs. */
export const ERP_SETTINGS = {
  ixc: ['ipixc', 'tokenixc'],
  mkauth: ['ipmkauth', 'clientidmkauth', 'clientsecretmkauth'],
  asaas: ['asaas'],
} as const satisfies Record<ErpSystem, readonly SettingKey[]>

const isSet = (settings: readonly Setting[], wanted: SettingKey): boolean =>
  settings.some(({ key, value, hasValue }) => key === wanted && (value !== '' || hasValue === true))

/** Returns the systems whose settings are complete. */
export const erpsSetUp = (settings: readonly Setting[]): ErpSystem[] =>
  ERP_SYSTEMS.filter(system => ERP_SETTINGS[system].every(key => isSet(settings, key)))
