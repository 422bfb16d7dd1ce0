import type { AuditAction, AuditSubject } from '@balcao/shared/entities/audit-action.ts'
import type { AuditEntry } from '@balcao/shared/entities/audit-entry.ts'
import type { TFunction } from 'i18next'

type T = TFunction<['audit', 'company']>

/** Actions with a sentence of their own, beyond a verb and an object. */
const SPECIAL: Partial<Record<AuditAction, 'userPassword' | 'userSecondFactor' | 'passwordReset' | 'companyCreated'>> =
  {
    'user.changePassword': 'userPassword',
    'user.changeSecondFactor': 'userSecondFactor',
    'session.changePassword': 'passwordReset',
    'company.create': 'companyCreated',
  }

/** Subjects whose rows are exported together. */
const MANY: Partial<Record<AuditSubject, 'contacts' | 'products' | 'orders'>> = {
  contact: 'contacts',
  product: 'products',
  budget: 'orders',
}

/** Returns an entry as a sentence: "Ana removeu a fila Vendas". */
export function auditSentence(t: T, entry: AuditEntry): string {
  const { subject, verb, subjectId } = entry
  const name = entry.name ?? ''
  const who = entry.user ? entry.user.name || t('somebody') : t('product')
  const special = SPECIAL[`${subject}.${verb}`]
  const isOwn = subject === 'user' && subjectId !== null && subjectId === entry.user?.id
  if (special && !isOwn) return t(`special.${special}`, { who, name })
  if (subject === 'setting' && subjectId) {
    const setting = t(`company:setting.${subjectId}` as 'company:setting.call', { defaultValue: subjectId })
    if (name) {
      const value = t(`company:option.${name}` as 'company:option.disabled', { defaultValue: name })
      return t('special.settingTo', { who, name: quoted(setting), value: quoted(value) })
    }
    return t('verb.update', { who, what: `${t('what.setting')} ${quoted(setting)}` })
  }
  const many = verb === 'export' || (subject === 'contact' && verb === 'import')
  const all = many && MANY[subject]
  const what = all ? t(`special.${all}`) : t(`what.${subject}`)
  return t(`verb.${verb}`, { who, what: name ? `${what} ${quoted(name)}` : what })
}

/** Quotes a name, so that it cannot be read as a part of the sentence. */
const quoted = (text: string): string => `“${text}”`
