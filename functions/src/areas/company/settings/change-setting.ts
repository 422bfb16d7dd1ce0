import { CAMPAIGNS_SETTING, isSettingKey, SETTINGS, type Setting } from '@balcao/shared/entities/setting.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { nextCongratulation } from '@balcao/shared/rules/sales/birthday.ts'
import { readTemplateChoice } from '@balcao/shared/rules/templates/template-choice.ts'
import { problemOf } from '@balcao/shared/validation/problem.ts'
import { z } from 'zod'
import { requireTemplate } from '../../../data/channels/template.ts'
import { setRefuseCalls } from '../../../data/channels/whatsapp.ts'
import { getSettings, saveSetting, showSetting } from '../../../data/company/setting.ts'
import { armTimer } from '../../../data/timers/timer.ts'
import type { UserContext } from '../../../http/context.ts'
import { requireAddress } from '../../../integrations/outgoing/require-address.ts'
import { followZone } from '../../../messaging/follow-zone.ts'
import { requireStandIn } from '../../../messaging/stand-in-template.ts'
import { publish } from '../../../realtime/publish.ts'
import { refuseSupport } from '../../account/refuse-support.ts'

/**
 * Changes one setting of the company and publishes it.
 * @throws ERR_NO_SETTING_FOUND, ERR_SETTING_READ_ONLY, ERR_VALIDATION, ERR_OUTGOING_URL, and what
 * `requireStandIn` throws
 */
export async function changeSetting(
  { companyId, actor, audit }: UserContext,
  key: string,
  wanted: string,
): Promise<Setting> {
  if (key === CAMPAIGNS_SETTING) throw new AppError('ERR_SETTING_READ_ONLY')
  if (!isSettingKey(key)) throw new AppError('ERR_NO_SETTING_FOUND')
  if (key === 'requireSecondFactor') refuseSupport(actor)
  const value = SETTINGS[key].values.safeParse(wanted, { reportInput: true })
  if (!value.success)
    throw new AppError('ERR_VALIDATION', {
      details: value.error.issues.map(issue => ({ ...problemOf(issue), path: 'value' })),
    })
  if (key === 'birthdayTemplate') await requireBirthdayTemplate(companyId, value.data)
  if ((key === 'ipixc' || key === 'ipmkauth') && value.data !== '') requireAddress(value.data)
  // The timer first: a timer without a text ends, but a text without a timer would never be sent.
  if (key === 'birthdayMessage' && value.data.trim() !== '') {
    const { timezone } = await getSettings(companyId)
    await armTimer({ type: 'greetBirthdays', companyId, ...nextCongratulation(Date.now(), timezone) })
  }
  await saveSetting(companyId, key, value.data)
  // Only the value of a choice; a text may be long, or a secret.
  audit({ subjectId: key, ...(SETTINGS[key].values instanceof z.ZodEnum ? { name: value.data } : {}) })
  // The session hosts read it from the registrations of the connections.
  if (key === 'call') await setRefuseCalls(companyId, value.data === 'disabled')
  if (key === 'timezone') await followZone(companyId, value.data)
  const setting = showSetting(key, value.data)
  await publish(companyId, 'settings', { action: 'update', setting })
  return setting
}

async function requireBirthdayTemplate(companyId: string, value: string): Promise<void> {
  const choice = readTemplateChoice(value)
  if (!choice) return
  const template = await requireTemplate(companyId, choice.templateId)
  requireStandIn(template, choice.templateVariables, 'templateVariables')
}
