import type { CreateTableCommandInput, TimeToLiveSpecification } from '@aws-sdk/client-dynamodb'
import type { Resources } from '../resources.ts'
import type { BucketRules, CorsRule } from '../s3/start-s3.ts'
import type { Assembly, Resource } from './load-assembly.ts'
import type { Resolver } from './resolver.ts'

type TemplateTable = Pick<CreateTableCommandInput, 'KeySchema' | 'AttributeDefinitions' | 'GlobalSecondaryIndexes'> & {
  TimeToLiveSpecification?: TimeToLiveSpecification
}

type TemplateCors = {
  AllowedMethods?: string[]
  AllowedOrigins?: string[]
  AllowedHeaders?: string[]
  ExposedHeaders?: string[]
  MaxAge?: number
}

type TemplateLifecycle = { Status?: string; Prefix?: string; ExpirationInDays?: number }

/** Returns the tables, queues and buckets that the templates declare. */
export function templateResources(assembly: Assembly, resolver: Resolver): Resources {
  const all = (...types: string[]) => types.flatMap(type => assembly.ofType(type)).filter(resolver.exists)
  return {
    tables: all('AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable').map(resource => table(resource, resolver)),
    queues: all('AWS::SQS::Queue').map(resource => queue(resource, resolver)),
    buckets: all('AWS::S3::Bucket').map(resource => bucket(resource, resolver)),
  }
}

function table(resource: Resource, resolver: Resolver): Resources['tables'][number] {
  const properties = resolver.properties(resource) as TemplateTable
  const ttl = properties.TimeToLiveSpecification
  return {
    TableName: resolver.idOf(resource),
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: properties.KeySchema,
    AttributeDefinitions: properties.AttributeDefinitions,
    // Throughput limits affect cost, not behaviour: only keys and projections are read.
    GlobalSecondaryIndexes: properties.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
      IndexName,
      KeySchema,
      Projection,
    })),
    ...(ttl ? { TimeToLiveSpecification: ttl } : {}),
  }
}

function queue(resource: Resource, resolver: Resolver): Resources['queues'][number] {
  const { QueueName: _, ...properties } = resolver.properties(resource)
  const attributes: Record<string, string> = {}
  for (const [name, value] of Object.entries(properties)) {
    if (name === 'RedrivePolicy') attributes[name] = JSON.stringify(value)
    else if (typeof value !== 'object') attributes[name] = String(value)
  }
  return { name: String(resolver.value({ 'Fn::GetAtt': [resource.id, 'QueueName'] }, resource.stack)), attributes }
}

function bucket(resource: Resource, resolver: Resolver): Resources['buckets'][number] {
  const { CorsConfiguration: cors, LifecycleConfiguration: lifecycle } = resolver.properties(resource) as {
    CorsConfiguration?: { CorsRules?: TemplateCors[] }
    LifecycleConfiguration?: { Rules?: TemplateLifecycle[] }
  }
  return {
    name: resolver.idOf(resource),
    cors: (cors?.CorsRules ?? []).map(
      (rule): CorsRule => ({
        methods: rule.AllowedMethods ?? [],
        origins: rule.AllowedOrigins ?? [],
        headers: rule.AllowedHeaders ?? [],
        expose: rule.ExposedHeaders ?? [],
        ...(rule.MaxAge === undefined ? {} : { maxAge: rule.MaxAge }),
      }),
    ),
    expiry: (lifecycle?.Rules ?? []).flatMap((rule): BucketRules['expiry'] =>
      rule.Status === 'Enabled' && rule.ExpirationInDays
        ? [{ prefix: rule.Prefix ?? '', days: rule.ExpirationInDays }]
        : [],
    ),
  }
}
