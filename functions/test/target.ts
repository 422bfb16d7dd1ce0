/**
 * Whether the services which these tests run on can do something; a test that needs what they
 * cannot is skipped by its name. The names stand in `infra/local/target.ts`, what is lacking in the
 * environment the test set-up made.
 */
export function targetHas(capability: 'metering'): boolean {
  const has = !(process.env.TARGET_LACKS ?? '').split(',').includes(capability)
  if (!has) console.log(`skipping what needs "${capability}": the target lacks it`)
  return has
}
