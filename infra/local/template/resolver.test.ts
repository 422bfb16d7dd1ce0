// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation's own placeholders
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadAssembly, type Template } from './load-assembly.ts'
import { createResolver } from './resolver.ts'
import { openSecrets } from './secrets.ts'

function resolverOf(stacks: Record<string, Template>) {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-resolver-'))
  for (const [name, template] of Object.entries(stacks)) {
    writeFileSync(join(dir, `${name}.template.json`), JSON.stringify(template))
  }
  const assembly = loadAssembly(dir)
  const resolver = createResolver(assembly, {
    queueUrl: name => `http://sqs/${name}`,
    secret: name => `<${name}>`,
    apiUrl: api => (api === resolver.idOf(assembly.resources.get('one/Api')!) ? 'http://here' : undefined),
  })
  return { assembly, resolver, value: (value: unknown, stack = 'one') => resolver.value(value, stack) }
}

const queue = (QueueName: string) => ({ Type: 'AWS::SQS::Queue', Properties: { QueueName } })
const basic = resolverOf({
  one: {
    Resources: {
      Queue: queue('q.fifo'),
      Api: { Type: 'AWS::ApiGatewayV2::Api' },
      Fn: { Type: 'AWS::Lambda::Function', Properties: { FunctionName: { 'Fn::Sub': 'fn-${AWS::Region}' } } },
      Unnamed: { Type: 'AWS::Lambda::Function' },
      Same: queue('same-one'),
      Maybe: { Type: 'AWS::SQS::Queue', Condition: 'Never' },
    },
    Conditions: {
      Never: { 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'nowhere'] },
      Always: { 'Fn::Not': [{ Condition: 'Never' }] },
    },
    Parameters: { Size: { Default: 'small' } },
    Mappings: { Sizes: { small: { memory: 128 } } },
    Outputs: { Url: { Value: { Ref: 'Queue' }, Export: { Name: { 'Fn::Sub': '${AWS::StackName}:Url' } } } },
  },
  two: { Resources: { Api: { Type: 'AWS::ApiGateway::RestApi' }, Same: queue('same-two') } },
})

describe('intrinsics', () => {
  it.each([
    ['Ref of a queue', { Ref: 'Queue' }, 'http://sqs/q.fifo'],
    ['Ref of a function', { Ref: 'Fn' }, 'fn-us-east-1'],
    ['Ref of a nameless function', { Ref: 'Unnamed' }, 'one-Unnamed'],
    ['Ref of a parameter', { Ref: 'Size' }, 'small'],
    ['GetAtt', { 'Fn::GetAtt': ['Queue', 'Arn'] }, 'arn:aws:sqs:us-east-1:000000000000:q.fifo'],
    ['GetAtt, dotted', { 'Fn::GetAtt': 'Fn.Arn' }, 'arn:aws:lambda:us-east-1:000000000000:function:fn-us-east-1'],
    ['Join', { 'Fn::Join': ['-', ['a', { Ref: 'AWS::AccountId' }]] }, 'a-000000000000'],
    ['Sub', { 'Fn::Sub': ['${x}/${Queue.QueueName}/${!kept}', { x: { Ref: 'Size' } }] }, 'small/q.fifo/${kept}'],
    ['Select and Split', { 'Fn::Select': [1, { 'Fn::Split': [':', 'a:b:c'] }] }, 'b'],
    ['If', { 'Fn::If': ['Always', 'yes', 'no'] }, 'yes'],
    ['FindInMap', { 'Fn::FindInMap': ['Sizes', { Ref: 'Size' }, 'memory'] }, 128],
  ])('%s', (_, input, expected) => {
    expect(basic.value(input)).toBe(expected)
  })

  it('drops properties and items without value', () => {
    const none = { 'Fn::If': ['Never', 'x', { Ref: 'AWS::NoValue' }] }
    expect(basic.value({ a: none, b: [1, none] })).toEqual({ b: [1] })
  })

  it('leaves an IAM condition alone', () => {
    const statement = { Condition: { Bool: { 'aws:SecureTransport': 'false' } } }
    expect(basic.value(statement)).toEqual(statement)
  })

  it('refuses what it does not know', () => {
    expect(() => basic.value({ 'Fn::Transform': {} })).toThrow('Fn::Transform')
    expect(() => basic.value({ Ref: 'Nobody' })).toThrow('Nobody')
    expect(() => basic.value({ 'Fn::ImportValue': 'nothing' })).toThrow('nothing')
  })
})

describe('across stacks', () => {
  it('imports what another stack exports, by value and as a resource', () => {
    const imported = { 'Fn::ImportValue': 'one:Url' }
    expect(basic.value(imported, 'two')).toBe('http://sqs/q.fifo')
    expect(basic.resolver.target(imported, 'two')?.key).toBe('one/Queue')
  })

  it('keeps equal logical ids apart', () => {
    expect(basic.value({ Ref: 'Same' }, 'two')).toBe('http://sqs/same-two')
    expect(basic.value({ Ref: 'Api' }, 'one')).not.toBe(basic.value({ Ref: 'Api' }, 'two'))
  })

  it('sees conditions of resources', () => {
    const [maybe] = ['Maybe'].map(id => basic.assembly.resources.get(`one/${id}`)!)
    expect(basic.resolver.exists(maybe!)).toBe(false)
  })
})

describe('addresses and secrets', () => {
  const endpoint = (api: unknown) => ({
    'Fn::Join': ['', ['https://', api, '.execute-api.us-east-1.amazonaws.com/ws']],
  })

  it('puts the local address in place of an execute-api one', () => {
    expect(basic.value(endpoint({ Ref: 'Api' }))).toBe('http://here/ws')
    expect(basic.value({ 'Fn::GetAtt': ['Api', 'ApiEndpoint'] })).toBe('http://here')
    expect(basic.value(endpoint('unknown'))).toContain('amazonaws.com')
  })

  it.each([
    ['{{resolve:secretsmanager:balcao-jwt:SecretString:::}}', '<balcao-jwt>'],
    ['{{resolve:secretsmanager:balcao-jwt:SecretString}}', '<balcao-jwt>'],
    ['{{resolve:secretsmanager:balcao-jwt}}', '<balcao-jwt>'],
    [
      '{{resolve:secretsmanager:arn:aws:secretsmanager:us-east-1:0:secret:balcao-jwt:SecretString:key::}}',
      '<balcao-jwt#key>',
    ],
    ['a={{resolve:secretsmanager:x:SecretString:::}};b={{resolve:secretsmanager:y:SecretString:::}}', 'a=<x>;b=<y>'],
  ])('resolves %s', (text, expected) => {
    expect(basic.value(text)).toBe(expected)
  })

  it('keeps secrets over restarts, and each by itself', () => {
    const dir = mkdtempSync(join(tmpdir(), 'balcao-secrets-'))
    const first = openSecrets(dir)
    const [a, b] = [first('a'), first('b')]
    expect(a).not.toBe(b)
    expect(a.length).toBeGreaterThanOrEqual(32)
    expect(openSecrets(dir)('a')).toBe(a)
  })
})
