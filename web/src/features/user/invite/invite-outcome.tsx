import { Button, Modal } from '@mantine/core'
import { inviteConfirmation } from '@portal/contract/auth/messages'
import { skipReasons } from '@portal/contract/auth/tpr-api'
import { keyed } from '../../../lib/keyed.ts'
import type { Invited } from '../manage-queries.ts'
import classes from './invite.module.css'

type InviteOutcomeProps = { outcome: Invited; onClose: () => void; onMore: () => void }

/** Whom the invitations reached, and who was skipped and why. It stands until it was read. */
export const InviteOutcome = ({ outcome: { invited, skipped }, onClose, onMore }: InviteOutcomeProps) => (
  <Modal
    opened
    onClose={onClose}
    title={inviteConfirmation(invited)}
    closeButtonProps={{ 'aria-label': 'Close' }}
    attributes={{ header: { role: 'none' } }}
  >
    <p className={classes.note}>{skipped.length === 1 ? 'One was skipped:' : `${skipped.length} were skipped:`}</p>
    <ul className={classes.skipped}>
      {keyed(skipped, ({ email }) => email).map(({ key, item: { email, reason } }) => (
        <li key={key}>
          {email} <span>– {skipReasons[reason]}</span>
        </li>
      ))}
    </ul>
    <div className={classes.buttons}>
      <Button variant="default" onClick={onMore}>
        Invite others
      </Button>
      <Button onClick={onClose} data-autofocus>
        Done
      </Button>
    </div>
  </Modal>
)
