import { expect, it } from 'vitest'
import { policyAllows } from './iam-policy.ts'

const ARN = 'arn:aws:execute-api:us-east-1:000000000000:api/stage/POST/messages/send'
const statement = (Effect: string, Resource: string | string[]) => ({ Effect, Resource })

it.each([
  ['the very ARN', [statement('Allow', ARN)], true],
  ['a wildcard', [statement('Allow', 'arn:aws:execute-api:*:*:api/stage/*/messages/?end')], true],
  ['one of several', [statement('Allow', ['x', '*'])], true],
  ['another method', [statement('Allow', ARN.replace('POST', 'GET'))], false],
  ['a denial beside', [statement('Allow', '*'), statement('Deny', ARN)], false],
  ['a dot is a dot', [statement('Allow', 'arn.*')], false],
  ['nothing', [], false],
])('%s', (_, Statement, allowed) => {
  expect(policyAllows({ Statement }, ARN)).toBe(allowed)
})

it('without a policy allows nothing', () => {
  expect(policyAllows(undefined, ARN)).toBe(false)
})
