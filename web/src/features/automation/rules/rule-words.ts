import type { CustomField } from '@balcao/shared/entities/custom-field.ts'
import {
  type ConditionField,
  type FactType,
  isOwn,
  type Operator,
  type Rule,
  type RuleCondition,
} from '@balcao/shared/entities/rule.ts'
import { useTranslation } from 'react-i18next'
import { actionSentence } from '#/features/macros/public/action-sentence.ts'
import { formatMoney, formatNumber } from '#/lib/format.ts'
import { writtenDay } from '#/lib/parse-day.ts'
import { factType, ownFieldOf } from './rule-form.ts'
import type { FactChoices } from './use-fact-choices.ts'

/** Returns the name of an operator; what it is called depends on what it compares. */
export function useOperatorName() {
  const { t } = useTranslation('rules')
  return (type: FactType, operator: Operator): string => t(`operator.${type}.${operator}` as 'operator.text.is')
}

/** Returns the name of what a condition looks at; that of a custom field says what it is on. */
export function useFactName(own: readonly CustomField[]) {
  const { t } = useTranslation('rules')
  return (field: ConditionField): string => {
    if (!isOwn(field)) return t(`factName.${field}`)
    const found = ownFieldOf(field, own)
    return found ? t(`own.${found.on}`, { name: found.name }) : t('own.deleted')
  }
}

/** Returns the words of rules: a value, a condition, and the rule as a whole. */
export function useRuleWords(facts: FactChoices) {
  const { t, i18n } = useTranslation('rules')
  const operatorName = useOperatorName()
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  const either = new Intl.ListFormat(i18n.language, { type: 'disjunction' })

  /** Returns a value by its name; of a list, each of them. */
  const valueText = (field: ConditionField, value: string | number): string => {
    const type = factType(field, facts.own)
    if (value === '') return '…'
    if (field === 'orderValue') return formatMoney(Number(value))
    if (type === 'number') return formatNumber(Number(value))
    if (type === 'date') return writtenDay(String(value))
    const options = facts[field]
    if (!options) return `“${value}”`
    const nameOf = (each: string) => options.find(option => option.value === each)?.label
    const known = nameOf(String(value))
    if (known !== undefined || type !== 'list')
      return known ?? (field === 'country' ? `+${value}` : isOwn(field) ? `“${value}”` : t('unknown'))
    return String(value)
      .split(', ')
      .map(each => nameOf(each) ?? t('unknown'))
      .join(', ')
  }

  const theFact = (field: ConditionField): string => {
    if (!isOwn(field)) return t(`factThe.${field}`)
    const name = ownFieldOf(field, facts.own)?.name
    return name === undefined ? t('own.deletedThe') : t('own.the', { name })
  }

  /** Returns a condition as a part of a sentence: "o texto contém “boleto”". */
  const conditionText = ({ field, operator, value }: RuleCondition): string =>
    `${theFact(field)} ${operatorName(factType(field, facts.own), operator)} ${valueText(field, value)}`

  const partsOf = ({ match, conditions, actions }: Pick<Rule, 'match' | 'conditions' | 'actions'>) => [
    (match === 'all' ? list : either).format(conditions.map(conditionText)),
    list.format(actions.map(actionSentence)),
  ]

  /** Returns a rule as a sentence. */
  const ruleText = (rule: Pick<Rule, 'event' | 'match' | 'conditions' | 'actions'>) => {
    const when = t(`event.${rule.event}` as 'event.ticket.opened').toLocaleLowerCase()
    const [all, then] = partsOf(rule)
    return t(rule.conditions.length > 0 ? 'sentence.if' : 'sentence.plain', { when, all, then })
  }

  /** Returns what a rule does, beside its event: "Se o texto contém “boleto”, transferir …". */
  const doesText = (rule: Rule): string => {
    const [all = '', then = ''] = partsOf(rule)
    const text = rule.conditions.length > 0 ? t('sentence.does', { all, then }) : then
    return text.charAt(0).toLocaleUpperCase() + text.slice(1)
  }
  return { valueText, conditionText, ruleText, doesText }
}
