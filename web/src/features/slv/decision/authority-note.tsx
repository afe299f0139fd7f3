import { Text } from '@mantine/core'
import classes from './decision-bar.module.css'
import type { AuthorityState } from './use-proposal.ts'

/**
 * Whether the actor may approve what is prepared, and if not, what exceeds
 * their level and who or what allows it.
 */
export const AuthorityNote = ({ authority }: { authority: AuthorityState }) => (
  <Text
    className={classes.authority ?? ''}
    size="xs"
    role="status"
    mod={{ covered: authority.isCovered }}
    c={authority.isCovered ? 'dimmed' : 'var(--mantine-color-error)'}
  >
    {authority.text}
  </Text>
)
