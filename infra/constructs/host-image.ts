import { IgnoreMode } from 'aws-cdk-lib'
import { Platform } from 'aws-cdk-lib/aws-ecr-assets'
import { ContainerImage } from 'aws-cdk-lib/aws-ecs'
import type { StageSettings } from '../config.ts'
import { REPOSITORY } from './repository.ts'

/**
 * Returns the image of the session host, built by `cdk deploy` from session-host/Dockerfile with
 * only the files it needs. The local cloud runs the host as a process, so there the image is a name
 * only.
 */
export function hostImage(settings: StageSettings): ContainerImage {
  if (settings.local) return ContainerImage.fromRegistry('balcao-session-host:local')
  return ContainerImage.fromAsset(REPOSITORY, {
    file: 'session-host/Dockerfile',
    platform: Platform.LINUX_ARM64,
    ignoreMode: IgnoreMode.DOCKER,
    exclude: [
      '**',
      '!package.json',
      '!package-lock.json',
      '!.npmrc',
      ...['shared', 'functions', 'session-host', 'infra', 'web'].map(workspace => `!${workspace}/package.json`),
      '!shared/src/**',
      '!session-host/src/**',
      '!session-host/Dockerfile',
      '**/*.test.ts',
    ],
  })
}
