import { Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/**
 * Accepts findings of the security checks on a construct and all below it, each with its reason.
 */
export function acknowledge(construct: IConstruct, reasons: Record<string, string>): void {
  Validations.of(construct).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })))
}

/**
 * Accepts a wildcard in a granted resource. @param arn as the check spells it: references in `<…>`
 */
export const acknowledgeWildcard = (construct: IConstruct, arn: string, reason: string): void =>
  acknowledge(construct, { [`AwsSolutions-IAM5[Resource::${arn}]`]: reason })
