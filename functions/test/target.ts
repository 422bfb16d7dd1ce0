/**
 * Returns whether the services these tests run on have a capability; a test that needs a missing
 * one is skipped by name. The names stand in `infra/local/target.ts`, the missing ones in the
 * environment that the test set-up made.
 */
export function targetHas(capability: 'metering'): boolean {
  const has = !(process.env.TARGET_LACKS ?? '').split(',').includes(capability)
  if (!has) console.log(`skipping what needs "${capability}": the target lacks it`)
  return has
}
