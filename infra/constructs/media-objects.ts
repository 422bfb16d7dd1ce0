import { PUBLIC_FILES } from '@balcao/shared/media.ts'
import { Aws } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'
import type { StageSettings } from '../config.ts'
import { acknowledgeWildcard } from './acknowledge.ts'

/** Returns the name of the bucket of files exchanged with contacts. */
export const mediaBucketName = ({ stage }: StageSettings): string => `balcao-${stage}-media-${Aws.ACCOUNT_ID}`

/**
 * Returns the ARN of the bucket's objects of every company: keys are `<companyId>/media/…`, and
 * `uploads/…` before that for files that are not sent yet.
 */
export const mediaObjects = (settings: StageSettings): string =>
  `arn:${Aws.PARTITION}:s3:::${mediaBucketName(settings)}/*/media/*`

/** Accepts the wildcards of `mediaObjects`. */
export function acknowledgeMedia(construct: IConstruct, { stage }: StageSettings): void {
  acknowledgeWildcard(
    construct,
    `arn:<AWS::Partition>:s3:::balcao-${stage}-media-<AWS::AccountId>/*/media/*`,
    'Objects are made at run time, for every company; the grant ends at this folder, and the code takes the company from the token.',
  )
}

/**
 * Returns the ARN of the bucket's public objects of every company: keys are `public/<companyId>/…`.
 */
export const publicObjects = (settings: StageSettings): string =>
  `arn:${Aws.PARTITION}:s3:::${mediaBucketName(settings)}/${PUBLIC_FILES}*`

/** Accepts the wildcards of `publicObjects`. */
export function acknowledgePublic(construct: IConstruct, { stage }: StageSettings): void {
  acknowledgeWildcard(
    construct,
    `arn:<AWS::Partition>:s3:::balcao-${stage}-media-<AWS::AccountId>/${PUBLIC_FILES}*`,
    'Pictures are made at run time, for every company; the grant ends at this folder, and the code takes the company from the token.',
  )
}
