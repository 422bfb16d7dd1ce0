import { FACTS, type FactName, type Operator, type Rule, type RuleCondition } from '@balcao/shared/entities/rule.ts'
import { useTranslation } from 'react-i18next'
import { actionSentence } from '#/features/macros/public/action-sentence.ts'
import { formatMoney, formatNumber } from '#/lib/format.ts'
import type { FactChoices } from './use-fact-choices.ts'

/** Returns the name of an operator; what it is called depends on what it compares. */
export function useOperatorName() {
  const { t } = useTranslation('rules')
  return (field: FactName, operator: Operator): string => {
    const type = FACTS[field]
    return t(`operator.${type}.${operator}` as 'operator.text.is')
  }
}

/** Returns the words of rules: a value, a condition, and the rule as a whole. */
export function useRuleWords(facts: FactChoices) {
  const { t, i18n } = useTranslation('rules')
  const operatorName = useOperatorName()
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  const either = new Intl.ListFormat(i18n.language, { type: 'disjunction' })

  /** Returns a value by its name; of a list, each of them. */
  const valueText = (field: FactName, value: string | number): string => {
    if (value === '') return '…'
    if (field === 'orderValue') return formatMoney(Number(value))
    if (FACTS[field] === 'number') return formatNumber(Number(value))
    const options = facts[field]
    if (!options) return `“${value}”`
    const nameOf = (each: string) => options.find(option => option.value === each)?.label
    const known = nameOf(String(value))
    if (known !== undefined || FACTS[field] !== 'list')
      return known ?? (field === 'country' ? `+${value}` : t('unknown'))
    return String(value)
      .split(', ')
      .map(each => nameOf(each) ?? t('unknown'))
      .join(', ')
  }

  /** Returns a condition as a part of a sentence: "o texto contém “boleto”". */
  const conditionText = ({ field, operator, value }: RuleCondition): string =>
    `${t(`factThe.${field}`)} ${operatorName(field, operator)} ${valueText(field, value)}`

  /** Returns a rule as a sentence. */
  const ruleText = ({
    event,
    match,
    conditions,
    actions,
  }: Pick<Rule, 'event' | 'match' | 'conditions' | 'actions'>) => {
    const when = t(`event.${event}` as 'event.ticket.opened').toLocaleLowerCase()
    const all = (match === 'all' ? list : either).format(conditions.map(conditionText))
    const then = list.format(actions.map(actionSentence))
    return conditions.length > 0 ? t('sentence.if', { when, all, then }) : t('sentence.plain', { when, then })
  }
  return { valueText, conditionText, ruleText }
}
