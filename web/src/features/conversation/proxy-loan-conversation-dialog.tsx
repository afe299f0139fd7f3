import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { slvQuery } from '../../records/slv/queries.ts'
import { Dialog } from '../../ui/dialogs.tsx'
import classes from './conversation.module.css'
import { ConversationPanel } from './shared/conversation-panel.tsx'

type ProxyLoanConversationDialogProps = { slvId: string; onClose: () => void }

/**
 * The conversation on an SLV over any screen; a notification of a comment opens
 * it (spec.md §2).
 */
export const ProxyLoanConversationDialog = ({
  slvId,
  onClose,
}: ProxyLoanConversationDialogProps) => {
  const { data: slv } = useQuery({ ...slvQuery(slvId), meta: { quiet: true } })
  const isNarrow = useMediaQuery('(max-width: 47.99em)')
  const about =
    slv &&
    [slv.buyerLoan || slv.sellerLoan, slv.borrowerLastName]
      .filter(Boolean)
      .join(' · ')
  return (
    <Dialog
      onClose={onClose}
      title={about ? `Conversation on ${about}` : 'Conversation'}
      size="lg"
      fullScreen={isNarrow ?? false}
      closeOnClickOutside={false}
    >
      <div className={classes.dialog}>
        {slv && (
          <Button
            variant="subtle"
            ml={-12}
            style={{ alignSelf: 'flex-start' }}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/slv/review-request/$proxyLoanId"
                params={{ proxyLoanId: slvId }}
              />
            )}
          >
            Open the SLV
          </Button>
        )}
        <ConversationPanel topic={{ kind: 'SLV', id: slvId }} />
      </div>
    </Dialog>
  )
}
