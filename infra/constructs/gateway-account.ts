import { RemovalPolicy } from 'aws-cdk-lib'
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway'
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'

/**
 * Lets API Gateway write logs. The setting exists once per account and region, so it outlives the
 * stage that made it: another stage may depend on it.
 */
export class GatewayAccount extends Construct {
  readonly account: CfnAccount

  constructor(scope: Construct, id: string) {
    super(scope, id)
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AmazonAPIGatewayPushToCloudWatchLogs')],
    })
    role.applyRemovalPolicy(RemovalPolicy.RETAIN)
    acknowledge(role, {
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
        'API Gateway checks for exactly this policy when the account setting is made.',
    })
    this.account = new CfnAccount(this, 'Account', { cloudWatchRoleArn: role.roleArn })
    this.account.applyRemovalPolicy(RemovalPolicy.RETAIN)
  }
}
