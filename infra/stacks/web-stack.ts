import { PUBLIC_FILES } from '@balcao/shared/media.ts'
import { type CfnElement, CfnOutput, DefaultStackSynthesizer, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import type { RestApi } from 'aws-cdk-lib/aws-apigateway'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  type ResponseHeadersPolicyProps,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import type { Construct } from 'constructs'
import type { StageSettings } from '../config.ts'
import { acknowledge, acknowledgeWildcard } from '../constructs/acknowledge.ts'
import { contentSecurityPolicy, PERMISSIONS_POLICY } from '../constructs/security-headers.ts'
import type { RealtimeEndpoint } from '../constructs/server-function.ts'
import type { DataStack } from './data-stack.ts'

/**
 * A path without a file extension is a screen of the single-page application; everything else is a
 * file or missing.
 */
const SCREENS = `function handler(event) {
  var request = event.request
  var last = request.uri.split('/').pop()
  if (last.indexOf('.') === -1) request.uri = '/index.html'
  return request
}`

/**
 * API Gateway needs its own name in `Host`; the public name is in another header, for the check of
 * a page's origin.
 */
const VIEWER_HOST = `function handler(event) {
  var headers = event.request.headers
  headers['x-balcao-host'] = { value: headers.host.value }
  return event.request
}`

/** The one origin of the product: the web's files, `/public/*` of the media, `/api/*` and `/ws`. */
export class WebStack extends Stack {
  /** Public address, without a trailing slash. */
  readonly address: string

  constructor(
    scope: Construct,
    settings: StageSettings,
    data: DataStack,
    api: RestApi,
    realtime: RealtimeEndpoint,
    files: string | undefined,
  ) {
    super(scope, `balcao-${settings.stage}-web`, { description: 'Balcão: web' })

    const bucket = new Bucket(this, 'Files', {
      bucketName: `balcao-${settings.stage}-web-${this.account}`,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // Written from web/dist at every deployment: nothing here is worth keeping.
      removalPolicy: RemovalPolicy.DESTROY,
    })
    acknowledge(bucket, { 'AwsSolutions-S1': 'Public files of the web, read only by CloudFront.' })

    const gateway = (apiId: string, customHeaders?: Record<string, string>) =>
      new HttpOrigin(`${apiId}.execute-api.${this.region}.${this.urlSuffix}`, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        readTimeout: Duration.seconds(30),
        ...(customHeaders && { customHeaders }),
      })
    const dynamic = {
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    }
    const distribution = new Distribution(this, 'Distribution', {
      comment: `Balcao ${settings.stage}`,
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(bucket),
        allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        responseHeadersPolicy: new ResponseHeadersPolicy(this, 'PageHeaders', pageHeaders(settings, data)),
        functionAssociations: [
          {
            eventType: FunctionEventType.VIEWER_REQUEST,
            function: new EdgeFunction(this, 'Screens', {
              code: FunctionCode.fromInline(SCREENS),
              runtime: FunctionRuntime.JS_2_0,
            }),
          },
        ],
      },
      additionalBehaviors: {
        '/api/*': {
          ...dynamic,
          origin: gateway(api.restApiId, { 'x-balcao-edge': data.edgeKey.unsafeUnwrap() }),
          responseHeadersPolicy: new ResponseHeadersPolicy(this, 'ApiHeaders', apiHeaders(settings)),
          functionAssociations: [
            {
              eventType: FunctionEventType.VIEWER_REQUEST,
              function: new EdgeFunction(this, 'ViewerHost', {
                code: FunctionCode.fromInline(VIEWER_HOST),
                runtime: FunctionRuntime.JS_2_0,
              }),
            },
          ],
        },
        // Pictures of products, under names whose content never changes. The bucket lets CloudFront
        // read only this folder.
        [`/${PUBLIC_FILES}*`]: {
          origin: S3BucketOrigin.withOriginAccessControl(Bucket.fromBucketName(this, 'Media', data.media.bucketName)),
          allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
          cachePolicy: CachePolicy.CACHING_OPTIMIZED,
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          responseHeadersPolicy: new ResponseHeadersPolicy(this, 'PublicHeaders', publicHeaders(settings)),
        },
        '/ws': { ...dynamic, origin: gateway(realtime.apiId) },
      },
      httpVersion: HttpVersion.HTTP2_AND_3,
      // Brazil and the rest of South America are not in the cheaper classes.
      priceClass: PriceClass.PRICE_CLASS_ALL,
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      ...(settings.domain && {
        domainNames: [settings.domain],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', settings.certificateArn!),
      }),
      ...(settings.webAclArn && { webAclId: settings.webAclArn }),
    })
    acknowledge(distribution, {
      'AwsSolutions-CFR1': 'Companies may serve contacts and travel anywhere; access is decided by sign-in.',
      'AwsSolutions-CFR2':
        'A web ACL is optional (setting webAclArn): it costs more than the rest of a small installation.',
      'AwsSolutions-CFR3':
        'These logs would hold query strings and paths, with the token of /ws and password reset codes in them; the gateways log without them.',
      ...(!settings.domain && {
        'AwsSolutions-CFR4':
          "CloudFront's own certificate fixes the protocol; with a domain, TLS 1.2 (2021) is the floor.",
      }),
    })

    if (files) this.deployFiles(files, bucket, distribution)
    this.address = `https://${settings.domain ?? distribution.distributionDomainName}`
    new CfnOutput(this, 'Address', { value: this.address })
  }

  private deployFiles(built: string, bucket: Bucket, distribution: Distribution): void {
    const common = { destinationBucket: bucket, memoryLimit: 512, prune: false }
    // Files with a hash in their name first, kept for ever, so that a page of the last version
    // still finds its parts.
    const hashed = new BucketDeployment(this, 'HashedFiles', {
      ...common,
      sources: [Source.asset(built, { exclude: ['*', '!assets', '!assets/**'] })],
      cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
    })
    const pages = new BucketDeployment(this, 'Pages', {
      ...common,
      sources: [Source.asset(built, { exclude: ['assets'] })],
      cacheControl: [CacheControl.fromString('no-cache')],
      distribution,
      distributionPaths: ['/index.html', '/service-worker.js'],
    })
    pages.node.addDependency(hashed)
    this.acknowledgeUpload(bucket)
  }

  /**
   * Accepts the CDK's own function that copies the files, with the CDK's grants: on these two
   * buckets, during deployments only.
   */
  private acknowledgeUpload(bucket: Bucket): void {
    const uploader = this.node.children.find(child => child.node.id.startsWith('Custom::CDKBucketDeployment'))!
    const reason =
      "Part of CDK's BucketDeployment, which offers no narrower one; it runs only while a stack is deployed."
    const files = `<${this.getLogicalId(bucket.node.defaultChild as CfnElement)}.Arn>/*`
    const assets = `arn:<AWS::Partition>:s3:::cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-assets-<AWS::AccountId>-<AWS::Region>/*`
    acknowledge(uploader, {
      'AwsSolutions-L1': reason,
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]':
        reason,
      // The CDK grants the invalidation of pages on all distributions.
      'AwsSolutions-IAM5[Resource::*]': reason,
      ...Object.fromEntries(
        ['GetObject*', 'GetBucket*', 'List*', 'DeleteObject*', 'Abort*'].map(action => [
          `AwsSolutions-IAM5[Action::s3:${action}]`,
          reason,
        ]),
      ),
    })
    for (const arn of [files, assets]) acknowledgeWildcard(uploader, arn, reason)
  }
}

const YEAR = Duration.days(365)

function pageHeaders(settings: StageSettings, data: DataStack): ResponseHeadersPolicyProps {
  const { region, urlSuffix } = data
  // Presigned links name the bucket in the host or in the path.
  const media = [
    `https://${data.media.bucketName}.s3.${region}.${urlSuffix}`,
    `https://s3.${region}.${urlSuffix}/${data.media.bucketName}/`,
  ]
  const socket = settings.domain ? [`wss://${settings.domain}`] : []
  return {
    responseHeadersPolicyName: `balcao-${settings.stage}-page`,
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(media, socket), override: true },
      strictTransportSecurity: { accessControlMaxAge: YEAR, includeSubdomains: true, override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN, override: true },
    },
    customHeadersBehavior: {
      customHeaders: [
        { header: 'Permissions-Policy', value: PERMISSIONS_POLICY, override: true },
        { header: 'Cross-Origin-Opener-Policy', value: 'same-origin', override: true },
      ],
    },
  }
}

function apiHeaders(settings: StageSettings): ResponseHeadersPolicyProps {
  return {
    responseHeadersPolicyName: `balcao-${settings.stage}-api`,
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: `default-src 'none'; frame-ancestors 'none'`, override: true },
      strictTransportSecurity: { accessControlMaxAge: YEAR, includeSubdomains: true, override: true },
      contentTypeOptions: { override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
    },
  }
}

/**
 * Returns the headers of public files: a picture is shown inside of pages and runs no script,
 * whatever it contains.
 */
function publicHeaders(settings: StageSettings): ResponseHeadersPolicyProps {
  return {
    responseHeadersPolicyName: `balcao-${settings.stage}-public`,
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: `default-src 'none'; frame-ancestors 'none'`, override: true },
      strictTransportSecurity: { accessControlMaxAge: YEAR, includeSubdomains: true, override: true },
      contentTypeOptions: { override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
    },
  }
}
