import { TABLE } from '@balcao/shared/table.ts'
import { RemovalPolicy } from 'aws-cdk-lib'
import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb'
import { Construct } from 'constructs'
import type { StageSettings } from '../config.ts'

/**
 * The one table: on demand, recoverable to any second of the last 35 days, with the keys and
 * indexes of shared/src/table.ts.
 */
export class TenantTable extends Construct {
  readonly table: Table

  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id)
    this.table = new Table(this, 'Table', {
      tableName: `balcao-${settings.stage}`,
      partitionKey: { name: TABLE.partitionKey, type: AttributeType.STRING },
      sortKey: { name: TABLE.sortKey, type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.DEFAULT,
      timeToLiveAttribute: TABLE.ttlAttribute,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: settings.retain,
      removalPolicy: settings.retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    })
    for (const index of TABLE.indexes) {
      this.table.addGlobalSecondaryIndex({
        indexName: index.name,
        partitionKey: { name: index.partitionKey, type: AttributeType.STRING },
        sortKey: { name: index.sortKey, type: AttributeType.STRING },
        projectionType: ProjectionType.ALL,
      })
    }
  }

  /** The table and each index by name, so that grants need no `index/*`. */
  get arns(): string[] {
    return [this.table.tableArn, ...TABLE.indexes.map(index => `${this.table.tableArn}/index/${index.name}`)]
  }
}
