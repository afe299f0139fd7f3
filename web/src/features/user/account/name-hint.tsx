import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Notice } from '../../../ui/notice.tsx'
import { useProfile } from '../../auth/queries.ts'

/** Tells whoever has no name yet that others read an id in its place, and leads to where it is given. */
export const NameHint = () => {
  const { firstName, lastName } = useProfile()
  if (firstName !== '' || lastName !== '') return null
  return (
    <Notice role="note">
      Your name is missing, so others cannot tell who you are.{' '}
      <Anchor inherit underline="always" renderRoot={(props) => <Link {...props} to="/settings/account" />}>
        Add your name
      </Anchor>
    </Notice>
  )
}
