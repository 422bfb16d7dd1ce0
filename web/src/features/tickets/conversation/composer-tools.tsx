import { useSetting } from '#/lib/settings.ts'
import { PollButton, type PollButtonProps } from './poll-button.tsx'
import { SignSwitch } from './sign-switch.tsx'

/**
 * Shows the buttons of the composer that few need: signing, where attendants choose to, and polls,
 * where they can be sent.
 */
export function ComposerTools({ polls, ...poll }: PollButtonProps & { polls: boolean }) {
  const signing = useSetting('signMessages')
  return (
    <>
      {signing === 'byHand' && <SignSwitch />}
      {polls && <PollButton {...poll} />}
    </>
  )
}
