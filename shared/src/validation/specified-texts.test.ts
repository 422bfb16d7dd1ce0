import { describe, expect, it } from 'vitest'
import { SPECIFIED_TEXTS } from '../../test/specified-texts.ts'
import { AREAS } from '../api/index.ts'
import { routesOf } from '../api-contract/match.ts'
import { fieldProblemOf } from './problem.ts'
import { problemText } from './problem-text.ts'

const routes = new Map(AREAS.flatMap(area => routesOf(area).map(({ name, route }) => [name, route])))

describe('a field that is refused', () => {
  it.each(SPECIFIED_TEXTS)(
    '$field of $route is told for $value as specified',
    ({ route, field, value, code, parameters, ...texts }) => {
      const { body } = routes.get(route)!
      // Queues and payers are validated as a whole, once their fields are valid.
      const rest = route === 'queue.create' ? QUEUE : route === 'subscription.create' ? PAYER : {}
      const parsed = body!.safeParse({ ...rest, [field]: value }, { reportInput: true })
      const problem = parsed.error?.issues.map(fieldProblemOf).find(({ path }) => path === field)
      expect(problem).toMatchObject({ path: field, code, ...parameters })
      expect({
        pt: problemText(problem!, 'pt'),
        en: problemText(problem!, 'en'),
        es: problemText(problem!, 'es'),
      }).toEqual(texts)
    },
  )
})

const QUEUE = { name: 'Vendas', color: '#FF0000', greetingMessage: 'Olá' }
const PAYER = { firstName: 'Maria', address2: 'Rua Um, 1', city: 'Osasco', zipcode: '06010-000', country: 'BR' }
