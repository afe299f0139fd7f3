import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Notice } from '../../ui/notice.tsx'
import { useProfile } from '../auth/queries.ts'

/** Asks a user without a name to add it: others see an id in its place. */
export const NameHint = () => {
  const { firstName, lastName } = useProfile()
  if (firstName !== '' || lastName !== '') return null
  return (
    <Notice role="note">
      Add your name so others know who you are.{' '}
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => <Link {...props} to="/settings/account" />}
      >
        Add your name
      </Anchor>
    </Notice>
  )
}
