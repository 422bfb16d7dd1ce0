import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { LEFT_OUT, makeDeployable } from './deployable.ts'

const scratch = mkdtempSync(join(tmpdir(), 'balcao-deployable-'))
const from = join(scratch, 'from')
const to = join(scratch, 'to')
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

type Resources = Record<string, { Type: string; Properties?: object; DependsOn?: string | string[] }>

const SECURITY_GROUP = { Type: 'AWS::EC2::SecurityGroup', Properties: { GroupDescription: 'nothing in' } }
const callback = {
  'Fn::Join': ['', ['https://', { Ref: 'Sockets' }, '.execute-api.', { Ref: 'AWS::Region' }, '.amazonaws.com', '/ws']],
}
const FUNCTION = {
  Type: 'AWS::Lambda::Function',
  Properties: { Environment: { Variables: { REALTIME_ENDPOINT: callback, TABLE_NAME: 'table' } } },
}
const policy = (actions: string | string[]) => ({
  Type: 'AWS::IAM::Policy',
  Properties: { PolicyDocument: { Statement: [{ Effect: 'Allow', Action: actions, Resource: 'queue' }] } },
})

/** Returns the listed resources, as often as each is listed. */
const listed = (stack: string): Resources =>
  Object.fromEntries(
    LEFT_OUT.filter(each => each.stack === stack).flatMap(({ type, count }) =>
      Array.from({ length: count }, (_, i) => [`Listed${type.replace(/\W/g, '')}${i}`, { Type: type }]),
    ),
  )

function write(stack: string, Resources: Resources, dockerImages: object = {}): void {
  writeFileSync(join(from, `balcao-x-${stack}.template.json`), JSON.stringify({ Resources }))
  writeFileSync(join(from, `balcao-x-${stack}.assets.json`), JSON.stringify({ files: { f: {} }, dockerImages }))
}

const host = (more: Resources = {}): Resources => ({
  ...listed('session-host'),
  SecurityGroup: SECURITY_GROUP,
  ...more,
})
const make = () => makeDeployable({ from, to, stage: 'x', callback: 'https://here' })
const made = (stack: string, kind = 'template') =>
  JSON.parse(readFileSync(join(to, `balcao-x-${stack}.${kind}.json`), 'utf8'))

beforeEach(() => {
  rmSync(from, { recursive: true, force: true })
  mkdirSync(from)
  write('session-host', host(), { image: {} })
  write('web', listed('web'))
  write('api', {})
})

it('removes what is listed, reports it, and leaves the rest as it is', () => {
  write('session-host', host({ After: { Type: 'AWS::ECS::Service', DependsOn: Object.keys(host()) } }), { image: {} })
  const lines = make()
  expect(made('session-host').Resources).toEqual({
    SecurityGroup: SECURITY_GROUP,
    After: { Type: 'AWS::ECS::Service', DependsOn: ['SecurityGroup'] },
  })
  expect(made('session-host', 'assets')).toEqual({ files: { f: {} }, dockerImages: {} })
  expect(made('web').Resources).toEqual({})
  expect(lines).toHaveLength(LEFT_OUT.length + 1)
  expect(lines.every(line => line.startsWith('not deployed: '))).toBe(true)
})

it('refuses when the templates and the list do not agree', () => {
  const [{ type }] = LEFT_OUT as [(typeof LEFT_OUT)[number]]
  write('session-host', host({ Another: { Type: type } }), { image: {} })
  expect(make).toThrow(`session-host has 2 ${type}; the list of left out resources has 1`)
  write('session-host', { SecurityGroup: SECURITY_GROUP }, { image: {} })
  expect(make).toThrow(`session-host has 0 ${type}`)
  write('session-host', host(), { image: {}, another: {} })
  expect(make).toThrow('session-host has 2 images; the list of left out resources has 1')
  cpSync(join(from, 'balcao-x-web.template.json'), join(from, 'balcao-x-site.template.json'))
  rmSync(join(from, 'balcao-x-web.template.json'))
  expect(make).toThrow('There is no stack web')
})

it('refuses when something that stays refers to what is taken out', () => {
  const [gone = ''] = Object.keys(listed('session-host'))
  write('session-host', host({ Left: { Type: 'AWS::X::Y', Properties: { Of: { Ref: gone } } } }), { image: {} })
  expect(make).toThrow(`something that is deployed refers to ${gone}, which is not`)
})

it('names the batch calls of SQS beside a right to the single one, and gives no other right', () => {
  write('api', { Policy: policy(['sqs:SendMessage', 'sqs:GetQueueUrl']), Other: policy('dynamodb:Query') })
  expect(make()).toContain('changed: api 1 grants of SQS name the batch calls too')
  expect(made('api').Resources).toEqual({
    Policy: policy(['sqs:SendMessage', 'sqs:GetQueueUrl', 'sqs:SendMessageBatch']),
    Other: policy('dynamodb:Query'),
  })
})

it('leads functions to browsers by the address of the emulator', () => {
  write('api', { Function: FUNCTION })
  expect(make()).toContain('changed: api REALTIME_ENDPOINT of 1 functions')
  expect(made('api').Resources.Function.Properties.Environment.Variables).toEqual({
    REALTIME_ENDPOINT: { 'Fn::Join': ['', ['https://here/', { Ref: 'Sockets' }, '/ws']] },
    TABLE_NAME: 'table',
  })
})

it('generates secrets as they are asked for, and no others', () => {
  const secret = (asked: object): Resources => ({
    Signing: { Type: 'AWS::SecretsManager::Secret', Properties: { Name: 'signing', GenerateSecretString: asked } },
  })
  write('api', secret({ PasswordLength: 64, ExcludePunctuation: true }))
  expect(make()).toContainEqual('changed: api 1 generated secrets have no punctuation, as is asked for')
  const { Properties } = made('api').Resources.Signing
  expect(Properties).toEqual({ Name: 'signing', SecretString: expect.stringMatching(/^[0-9a-f]{64}$/) })
  write('api', secret({ PasswordLength: 64 }))
  expect(make).toThrow('a secret is generated as is not known here')
})
