import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy } from '../../../lib/lazy.tsx'
import { focusPageTitle } from '../../../ui/page.tsx'

const ProxyLoanConversationDialog = lazy(
  () => import('../proxy-loan-conversation-dialog.tsx'),
  'ProxyLoanConversationDialog',
)

/**
 * The conversation on an SLV, opened by a notification over any screen (spec.md
 * §2). It is in the address, so that links, reload and Back work.
 */
export const ConversationHost = () => {
  const { conversation } = useSearch({ from: '/_portal' })
  const navigate = useNavigate()
  if (!conversation) return null
  const close = async () => {
    await navigate({
      to: '.',
      search: ({ conversation: _, ...search }) => search,
      replace: true,
    })
    // The notification that was clicked is gone with the bell's panel.
    if (document.activeElement === document.body) focusPageTitle()
  }
  return (
    <ProxyLoanConversationDialog
      key={conversation}
      slvId={conversation}
      onClose={close}
    />
  )
}
