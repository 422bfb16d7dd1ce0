import { createHash } from 'node:crypto'
import { ACCOUNT, REGION } from '../aws-names.ts'
import type { Assembly, Resource } from './load-assembly.ts'

/** Values that only the running cloud knows. */
export type Runtime = {
  queueUrl: (name: string) => string
  /** Returns a random value per secret name, the same at every start. */
  secret: (name: string) => string
  /**
   * Returns the local address of an execute-api one (`https://<api>.execute-api…/<stage>`);
   * undefined leaves it.
   */
  apiUrl: (apiId: string) => string | undefined
}

export type Resolver = {
  /** Resolves the intrinsics of a value in a template of `stack`. */
  value: (value: unknown, stack: string) => unknown
  properties: (resource: Resource) => Record<string, unknown>
  /** Returns the value of a `Ref` to the resource: its name or id. */
  idOf: (resource: Resource) => string
  /**
   * Returns the resource of a `Ref`, `Fn::GetAtt` or `Fn::ImportValue` in a template of `stack`.
   */
  target: (value: unknown, stack: string) => Resource | undefined
  /** Returns true if the resource's condition holds, or it has none. */
  exists: (resource: Resource) => boolean
}

type Intrinsic = { name: string; argument: unknown }

/**
 * Resolves the intrinsics of all templates of an assembly together, to physical names of the local
 * cloud.
 */
export function createResolver(assembly: Assembly, runtime: Runtime): Resolver {
  const exports = new Map<string, { value: unknown; stack: string }>()
  const properties = new Map<string, Record<string, unknown>>()

  for (const [stack, template] of assembly.stacks) {
    for (const output of Object.values(template.Outputs ?? {})) {
      if (output.Export) exports.set(String(value(output.Export.Name, stack)), { value: output.Value, stack })
    }
  }

  function value(input: unknown, stack: string): unknown {
    if (typeof input === 'string') return literal(input)
    if (Array.isArray(input)) return input.map(item => value(item, stack)).filter(item => item !== NO_VALUE)
    if (input === null || typeof input !== 'object') return input
    const intrinsic = asIntrinsic(input)
    if (intrinsic) return evaluate(intrinsic, stack)
    const entries = Object.entries(input).map(([key, item]) => [key, value(item, stack)] as const)
    return Object.fromEntries(entries.filter(([, item]) => item !== NO_VALUE))
  }

  function evaluate({ name, argument }: Intrinsic, stack: string): unknown {
    switch (name) {
      case 'Ref':
        return ref(String(argument), stack)
      case 'Fn::GetAtt': {
        const [id, attribute] = getAttParts(argument)
        return attributeOf(id, attribute, stack)
      }
      case 'Fn::Join': {
        const [separator, list] = argument as [string, unknown]
        return literal((value(list, stack) as unknown[]).map(String).join(separator))
      }
      case 'Fn::Select': {
        const [index, list] = argument as [number | string, unknown]
        return (value(list, stack) as unknown[])[Number(value(index, stack))]
      }
      case 'Fn::Split': {
        const [separator, text] = argument as [string, unknown]
        return String(value(text, stack)).split(separator)
      }
      case 'Fn::Sub': {
        const [text, variables] = (Array.isArray(argument) ? argument : [argument, {}]) as [
          string,
          Record<string, unknown>,
        ]
        return literal(
          text.replace(/\$\{(!?)([^}]+)\}/g, (_, verbatim: string, name: string) => {
            if (verbatim) return `\${${name}}`
            if (name in variables) return String(value(variables[name], stack))
            return String(name.includes('.') ? attributeOf(...getAttParts(name), stack) : ref(name, stack))
          }),
        )
      }
      case 'Fn::ImportValue': {
        const name = String(value(argument, stack))
        const exported = exports.get(name)
        if (!exported) throw new Error(`Nothing exports ${name}, which ${stack} imports`)
        return value(exported.value, exported.stack)
      }
      case 'Fn::If': {
        const [condition, yes, no] = argument as [string, unknown, unknown]
        return value(holds(condition, stack) ? yes : no, stack)
      }
      case 'Fn::FindInMap': {
        const [map, first, second] = (argument as unknown[]).map(part => String(value(part, stack))) as [
          string,
          string,
          string,
        ]
        return value(assembly.stacks.get(stack)?.Mappings?.[map]?.[first]?.[second], stack)
      }
      case 'Fn::Base64':
        return Buffer.from(String(value(argument, stack))).toString('base64')
      case 'Fn::GetAZs':
        return [`${REGION}a`, `${REGION}b`]
      default:
        throw new Error(`${stack} uses ${name}, which the local cloud does not know`)
    }
  }

  function holds(condition: string, stack: string): boolean {
    return truth(assembly.stacks.get(stack)?.Conditions?.[condition], stack)
  }

  function truth(expression: unknown, stack: string): boolean {
    const intrinsic = expression && typeof expression === 'object' ? asIntrinsic(expression) : undefined
    const list = intrinsic ? (intrinsic.argument as unknown[]) : []
    switch (intrinsic?.name) {
      case 'Fn::Equals':
        return value(list[0], stack) === value(list[1], stack)
      case 'Fn::Not':
        return !truth(list[0], stack)
      case 'Fn::And':
        return list.every(item => truth(item, stack))
      case 'Fn::Or':
        return list.some(item => truth(item, stack))
      case 'Condition':
        return holds(String(intrinsic.argument), stack)
      default:
        throw new Error(`${stack} has a condition the local cloud does not know: ${JSON.stringify(expression)}`)
    }
  }

  function find(id: string, stack: string): Resource | undefined {
    return assembly.resources.get(`${stack}/${id}`)
  }

  function ref(id: string, stack: string): unknown {
    if (id in PSEUDO) return PSEUDO[id]
    if (id === 'AWS::StackName') return stack
    if (id === 'AWS::StackId') return `arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/${stack}/local`
    const resource = find(id, stack)
    if (!resource) {
      const parameter = assembly.stacks.get(stack)?.Parameters?.[id]
      if (parameter) return parameter.Default
      throw new Error(`${stack} refers to ${id}, which it does not have`)
    }
    if (resource.type === 'AWS::SQS::Queue') return runtime.queueUrl(physicalName(resource))
    return physicalName(resource)
  }

  function attributeOf(id: string, attribute: string, stack: string): unknown {
    const resource = find(id, stack)
    if (!resource) throw new Error(`${stack} refers to ${id}.${attribute}, which it does not have`)
    const name = physicalName(resource)
    const make = ATTRIBUTES[`${resource.type}.${attribute}`]
    return make ? literal(make(name)) : `${name}.${attribute}`
  }

  function physicalName(resource: Resource): string {
    const property = NAME_PROPERTIES[resource.type]
    const given = property ? resource.properties[property] : undefined
    if (given !== undefined) return String(value(given, resource.stack))
    if (resource.type === 'AWS::S3::Bucket') return `${resource.stack}-${resource.id}`.toLowerCase()
    if (resource.type === 'AWS::SQS::Queue')
      return `${resource.stack}-${resource.id}${resource.properties.FifoQueue ? '.fifo' : ''}`
    if (resource.type === 'AWS::Lambda::Function') return `${resource.stack}-${resource.id}`
    // APIs of two stacks may share a logical id, and their addresses differ by their ids.
    if (/^AWS::ApiGateway(::RestApi|V2::Api)$/.test(resource.type)) {
      return createHash('sha256').update(resource.key).digest('hex').slice(0, 10)
    }
    return resource.id
  }

  /**
   * Resolves dynamic references and execute-api addresses, which may stand in any string, also in a
   * joined one.
   */
  function literal(text: string): string {
    if (text.includes('{{resolve:secretsmanager:')) {
      return text.replace(/\{\{resolve:secretsmanager:([^}]+)\}\}/g, (_, reference: string) => secretOf(reference))
    }
    if (text.includes('.execute-api.')) {
      return text.replace(/(?:https|wss):\/\/([\w-]+)\.execute-api\.[\w-]+\.amazonaws\.com/g, (whole, api: string) => {
        return runtime.apiUrl(api) ?? whole
      })
    }
    return text
  }

  /**
   * Returns the secret of `name-or-arn:SecretString:json-key:…`; each JSON key is its own secret.
   */
  function secretOf(reference: string): string {
    const [secret = '', tail = ''] = reference.split(/:SecretString:?/)
    const jsonKey = tail.split(':')[0]
    const name = (secret.includes(':secret:') ? secret.split(':secret:')[1]! : secret).replace(/:+$/, '')
    return runtime.secret(jsonKey ? `${name}#${jsonKey}` : name)
  }

  function target(input: unknown, stack: string): Resource | undefined {
    if (typeof input === 'string') {
      return find(input, stack)
    }
    const intrinsic = input && typeof input === 'object' ? asIntrinsic(input) : undefined
    if (!intrinsic) return undefined
    if (intrinsic.name === 'Ref') return find(String(intrinsic.argument), stack)
    if (intrinsic.name === 'Fn::GetAtt') return find(getAttParts(intrinsic.argument)[0], stack)
    if (intrinsic.name === 'Fn::ImportValue') {
      const exported = exports.get(String(value(intrinsic.argument, stack)))
      return exported && target(exported.value, exported.stack)
    }
    return undefined
  }

  return {
    value,
    target,
    idOf: resource => String(ref(resource.id, resource.stack)),
    properties(resource) {
      const known = properties.get(resource.key)
      if (known) return known
      const resolved = value(resource.properties, resource.stack) as Record<string, unknown>
      properties.set(resource.key, resolved)
      return resolved
    },
    exists: resource => resource.condition === undefined || holds(resource.condition, resource.stack),
  }
}

/** A value that removes its property. */
const NO_VALUE = Symbol('AWS::NoValue')

const PSEUDO: Record<string, unknown> = {
  'AWS::Region': REGION,
  'AWS::AccountId': ACCOUNT,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::NoValue': NO_VALUE,
}

const NAME_PROPERTIES: Record<string, string> = {
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::ApiGateway::Stage': 'StageName',
  'AWS::ApiGatewayV2::Stage': 'StageName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::Scheduler::ScheduleGroup': 'Name',
}

const arn = (service: string, resource: string) => `arn:aws:${service}:${REGION}:${ACCOUNT}:${resource}`
const tableArn = (name: string) => arn('dynamodb', `table/${name}`)

const ATTRIBUTES: Record<string, (name: string) => string> = {
  'AWS::DynamoDB::Table.Arn': tableArn,
  'AWS::DynamoDB::GlobalTable.Arn': tableArn,
  'AWS::SQS::Queue.Arn': name => arn('sqs', name),
  'AWS::SQS::Queue.QueueName': name => name,
  'AWS::Lambda::Function.Arn': name => arn('lambda', `function:${name}`),
  'AWS::Lambda::Alias.FunctionArn': name => arn('lambda', `function:${name}`),
  'AWS::S3::Bucket.Arn': name => `arn:aws:s3:::${name}`,
  'AWS::S3::Bucket.RegionalDomainName': name => `${name}.s3.${REGION}.amazonaws.com`,
  'AWS::ApiGatewayV2::Api.ApiEndpoint': name => `wss://${name}.execute-api.${REGION}.amazonaws.com`,
}

function asIntrinsic(input: object): Intrinsic | undefined {
  const keys = Object.keys(input)
  const [name] = keys
  if (keys.length !== 1 || name === undefined) return undefined
  if (name !== 'Ref' && name !== 'Condition' && !name.startsWith('Fn::')) return undefined
  const argument = (input as Record<string, unknown>)[name]
  // An IAM statement has a `Condition` too; CloudFormation's takes a name.
  if (name === 'Condition' && typeof argument !== 'string') return undefined
  return { name, argument }
}

function getAttParts(argument: unknown): [string, string] {
  if (Array.isArray(argument)) return [String(argument[0]), String(argument[1])]
  const text = String(argument)
  const dot = text.indexOf('.')
  return [text.slice(0, dot), text.slice(dot + 1)]
}
